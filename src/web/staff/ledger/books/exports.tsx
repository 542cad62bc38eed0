import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  type ExportedList,
  exported,
  exportedLists,
  openedBy,
  openLists,
} from "#shared/contract/statements/exports.ts";
import { fill } from "#shared/language.ts";
import { Card } from "#web/ui/card.tsx";
import { Download } from "#web/staff/download.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import type { Officer } from "#web/staff/officer.ts";
import css from "./books.module.css";

/** Lists that contain personal data. */
const personal: ReadonlySet<ExportedList> = new Set(["members", "next-of-kin"]);

/** Every list the person may download in full. */
export function ExportsPart({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(booksMessages);
  const { exports: said } = words;
  return (
    <>
      <p className={css["lead"]}>{said.lead}</p>
      <Card>
        <ul className={css["lists"]} aria-label={said.caption}>
          {exportedLists.map((list) => (
            <li key={list}>
              <span>
                {said.lists[list]}
                {personal.has(list) && <small className={css["small"]}>{said.personal}</small>}
              </span>
              <Download
                endpoint={exported}
                request={{ params: { exported: list } }}
                words={words}
                label={fill(said.download, { list: said.lists[list] })}
              />
            </li>
          ))}
          {openLists
            .filter((list) => officer.may(openedBy[list]))
            .map((list) => (
              <li key={list}>
                <span>{said.lists[list]}</span>
                <ListFile list={list} />
              </li>
            ))}
        </ul>
      </Card>
    </>
  );
}
