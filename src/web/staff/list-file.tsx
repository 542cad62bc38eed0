import type { ReactElement } from "react";
import { type OpenList, openExports } from "#shared/contract/statements/exports.ts";
import { fill } from "#shared/language.ts";
import { useBooksWords } from "#web/lib/books-words.ts";
import { Download } from "./download.tsx";

/** A list of the office as a file, all of it, for whoever may open the list. */
export function ListFile({ list }: { readonly list: OpenList }): ReactElement {
  const words = useBooksWords();
  const { lists, download } = words.exports;
  return (
    <Download
      endpoint={openExports[list]}
      request={{}}
      words={words}
      label={fill(download, { list: lists[list] })}
    />
  );
}
