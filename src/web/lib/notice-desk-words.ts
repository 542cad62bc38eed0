import { noticeDeskEn, type NoticeDeskWords } from "#shared/messages/notice-desk-en.ts";
import { noticeDeskSw } from "#shared/messages/notice-desk-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the page on which the office keeps its notices. */
export const useNoticeDeskWords = inBoth<NoticeDeskWords>({ en: noticeDeskEn, sw: noticeDeskSw });
