import type * as z from "zod/mini";
import { header } from "#shared/contract/office/society.ts";
import { call } from "./api.ts";
import { useSpoken } from "./language.ts";
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
  officeHoursSw: "",
  officePlace: "",
  officePlaceSw: "",
  accentHue: 172,
  accentChroma: 0.078,
};

const society = createStore<Society>(unnamed);

export const useSociety = society.use;

/** When the office is open and where it is, in the language spoken; else in the other one. */
export function useOffice(): { readonly hours: string; readonly place: string } {
  const { officeHours, officeHoursSw, officePlace, officePlaceSw } = useSociety();
  const isEnglish = useSpoken().language === "en";
  return {
    hours: isEnglish ? officeHours || officeHoursSw : officeHoursSw || officeHours,
    place: isEnglish ? officePlace || officePlaceSw : officePlaceSw || officePlace,
  };
}

/**
 * Shows the society as it is, its colour included. Properties are set by script, which the policy
 * allows where it forbids a style in the page.
 */
export function showSociety(told: Society): void {
  document.documentElement.style.setProperty("--accent-h", String(told.accentHue));
  document.documentElement.style.setProperty("--accent-c", String(told.accentChroma));
  society.set(told);
}

/** Asks for the society anew, once something of it was changed here. */
export async function meetSocietyAgain(): Promise<void> {
  showSociety(await call(header, { params: { id: "1" } }));
}

/** Takes the society from the page the server sent, or else asks for it once. */
export async function meetSociety(): Promise<void> {
  const written = societyInPage();
  if (written) return society.set(written);
  try {
    await meetSocietyAgain();
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
