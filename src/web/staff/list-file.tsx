import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { type OpenList, openExports } from "#shared/contract/statements/exports.ts";
import { fill } from "#shared/language.ts";
import { Download } from "./download.tsx";

/** The full list as a file, for everyone who may open the list. */
export function ListFile({ list }: { readonly list: OpenList }): ReactElement {
  const words = useMessages(booksMessages);
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
