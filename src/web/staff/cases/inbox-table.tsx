import { casesMessages } from "#web/lib/member-texts.ts";
import { caseDeskMessages } from "#shared/messages/cases/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { caseAddress } from "#web/staff/addresses.ts";
import { DueBadge, StateBadge } from "#web/ui/case-parts.tsx";
import { classes } from "#web/ui/classes.ts";
import text from "#web/ui/text.module.css";
import desk from "#web/ui/queue.module.css";
import { casePosition } from "#web/staff/list-position.ts";
import css from "./cases.module.css";
import type { InboxRow } from "./inbox.tsx";

/** The cases of a tab; on a phone each is a card. */
export function InboxTable({ rows }: { readonly rows: readonly InboxRow[] }): ReactElement {
  const { columns, queue: words } = useMessages(caseDeskMessages);
  const heads = [
    { head: columns.caseNo },
    { head: columns.what },
    { head: columns.member },
    { head: columns.state },
    { head: columns.due },
    { head: columns.assigned, className: desk["wide"] },
  ];
  return (
    <div className={desk["scroll"]}>
      <table className={classes(desk["table"], css["inbox"])} role="table">
        <caption className={text["hidden"]}>{words.list}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {heads.map(({ head, className }) => (
              <th key={head} role="columnheader" scope="col" className={className}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.caseNo} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: InboxRow }): ReactElement {
  const { columns, queue: words } = useMessages(caseDeskMessages);
  const { kinds, unnamed } = useMessages(casesMessages);
  const { language } = useSpoken();
  const { at } = casePosition.use();
  return (
    <tr role="row" className={classes(at === row.caseNo && desk["chosen"])}>
      <td role="cell" className={desk["loanNo"]}>
        <Link
          to={caseAddress(row.caseNo)}
          data-case={row.caseNo}
          onClick={() => casePosition.to(row.caseNo)}
        >
          {row.caseNo}
        </Link>
      </td>
      <td role="cell" className={css["what"]}>
        <span className={css["kind"]}>{kinds[row.kind]}</span>
        <span className={css["line"]}>{row.suggestion}</span>
      </td>
      <td role="cell" className={css["member"]}>
        {row.anonymous ? <i>{unnamed}</i> : row.member}
      </td>
      <td role="cell" className={css["state"]}>
        <StateBadge state={row.state} />
      </td>
      <td role="cell" className={css["due"]}>
        <DueBadge {...row} />
        {row.due && <small>{formatDay(row.due, language)}</small>}
      </td>
      <td role="cell" className={desk["wide"]} data-label={columns.assigned}>
        {row.assigned || words.nobody}
      </td>
    </tr>
  );
}
