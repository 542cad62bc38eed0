import type * as z from "zod/mini";
import { header } from "#shared/contract/office/society.ts";
import { call } from "./api.ts";
import { useSpoken } from "./language.ts";
import { createStore } from "./store.ts";

export type Society = z.output<typeof header.answer>;

/** Shown until the society is known, so that no screen waits for a name. */
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

/** Returns the office's hours and address in the current language, or else in the other one. */
export function useOffice(): { readonly hours: string; readonly place: string } {
  const { officeHours, officeHoursSw, officePlace, officePlaceSw } = useSociety();
  const isEnglish = useSpoken().language === "en";
  return {
    hours: isEnglish ? officeHours || officeHoursSw : officeHoursSw || officeHours,
    place: isEnglish ? officePlace || officePlaceSw : officePlaceSw || officePlace,
  };
}

/**
 * Applies the society's name and colour. Properties are set by script, which the policy allows,
 * unlike a style in the page.
 */
function showSociety(told: Society): void {
  document.documentElement.style.setProperty("--accent-h", String(told.accentHue));
  document.documentElement.style.setProperty("--accent-c", String(told.accentChroma));
  society.set(told);
}

/** Shows these names of the society until its settings are loaded. */
export function nameSociety(names: Pick<Society, "organisationName" | "shortName" | "logo">): void {
  society.set({ ...unnamed, ...names });
}

/** Requests the society again after it was changed here. */
export async function reloadSociety(): Promise<void> {
  showSociety(await call(header, { params: { id: "1" } }));
}

/** Reads the society from the page the server sent, or else requests it once. */
export async function loadSociety(): Promise<void> {
  const written = societyInPage();
  if (written) return society.set(written);
  try {
    await reloadSociety();
  } catch {
    // Only the name is missing and everything else works; the next page load requests it again.
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
