import { booksEn, type BooksWords } from "#shared/messages/books-en.ts";
import { booksSw } from "#shared/messages/books-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the pages of the books. */
export const useBooksWords = inBoth<BooksWords>({ en: booksEn, sw: booksSw });
