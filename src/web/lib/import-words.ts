import { importsEn, type ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { importsSw } from "#shared/messages/imports/imports-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the import pages. */
export const useImportWords = inBoth<ImportsWords>({ en: importsEn, sw: importsSw });
