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
  const { exports: texts } = words;
  return (
    <>
      <p className={css["lead"]}>{texts.lead}</p>
      <Card>
        <ul className={css["lists"]} aria-label={texts.caption}>
          {exportedLists.map((list) => (
            <li key={list}>
              <span>
                {texts.lists[list]}
                {personal.has(list) && <small className={css["small"]}>{texts.personal}</small>}
              </span>
              <Download
                endpoint={exported}
                request={{ params: { exported: list } }}
                words={words}
                label={fill(texts.download, { list: texts.lists[list] })}
              />
            </li>
          ))}
          {openLists
            .filter((list) => officer.may(openedBy[list]))
            .map((list) => (
              <li key={list}>
                <span>{texts.lists[list]}</span>
                <ListFile list={list} />
              </li>
            ))}
        </ul>
      </Card>
    </>
  );
}
