import { fileReadingEn, type FileReadingWords } from "#shared/messages/kernel/file-reading-en.ts";
import { fileReadingSw } from "#shared/messages/kernel/file-reading-sw.ts";
import { inBoth } from "./words.ts";

/** The words of how an uploaded file is read. */
export const useFileReadingWords = inBoth<FileReadingWords>({
  en: fileReadingEn,
  sw: fileReadingSw,
});
