import { noticeDeskEn, type NoticeDeskWords } from "#shared/messages/office/notices-en.ts";
import { noticeDeskSw } from "#shared/messages/office/notices-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the page on which the office keeps its notices. */
export const useNoticeDeskWords = inBoth<NoticeDeskWords>({ en: noticeDeskEn, sw: noticeDeskSw });
