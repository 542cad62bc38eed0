import { booksEn, type BooksWords } from "#shared/messages/ledger/books-en.ts";
import { booksSw } from "#shared/messages/ledger/books-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the pages of the books. */
export const useBooksWords = inBoth<BooksWords>({ en: booksEn, sw: booksSw });
