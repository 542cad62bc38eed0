import type * as z from "zod/mini";
import { header } from "#shared/contract/society.ts";
import { call } from "./api.ts";
import { createStore } from "./store.ts";

export type Society = z.output<typeof header.answer>;

/** Stands until the society is known, so that no screen waits for a name. */
const unnamed: Society = {
  id: 1,
  organisationName: "Akiba",
  shortName: "Akiba",
  legalName: "",
  postalAddress: "",
  phone: "",
  email: "",
  officeHours: "",
  officePlace: "",
  accentHue: 172,
  accentChroma: 0.078,
};

const society = createStore<Society>(unnamed);

export const useSociety = society.use;

/** Takes the society from the page the server sent, or else asks for it once. */
export async function meetSociety(): Promise<void> {
  const written = societyInPage();
  if (written) return society.set(written);
  try {
    const fetched = await call(header, { params: { id: "1" } });
    document.documentElement.style.setProperty("--accent-h", String(fetched.accentHue));
    document.documentElement.style.setProperty("--accent-c", String(fetched.accentChroma));
    society.set(fetched);
  } catch {
    // Its name is missing and everything else works; the next page load asks again.
  }
}

function societyInPage(): Society | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="akiba-society"]');
  try {
    const read = header.answer.safeParse(JSON.parse(meta?.content ?? "null"));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
