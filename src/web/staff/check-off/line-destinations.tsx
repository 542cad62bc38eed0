import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { money } from "#web/lib/figures.ts";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress } from "#web/staff/addresses.ts";
import css from "./check-off.module.css";
import type { Line } from "./lines.tsx";

/** Where each part of a line goes; a line with one destination shows no amount. */
export function Where({ line }: { readonly line: Line }): ReactElement {
  const { batch: words, destinations: names } = useMessages(checkOffMessages);
  return (
    <ul className={css["parts"]}>
      {line.parts.map((part) => {
        const isOthers = part.memberNo !== "" && part.memberNo !== line.memberNo;
        const place = part.to === "loan" ? fill(words.loan, part) : names[part.to];
        const name = isOthers
          ? fill(words.ofMember, { where: place, memberNo: part.memberNo })
          : place;
        const isWhole = line.parts.length === 1;
        return (
          <li key={`${part.to} ${part.loanNo} ${part.memberNo}`}>
            {isWhole ? name : `${name}: ${money(part.amount)}`}
          </li>
        );
      })}
      {line.placed && <li>{fill(words.placed, { where: line.placed })}</li>}
      {line.proposed && <Proposed proposed={line.proposed} />}
    </ul>
  );
}

/** A proposed destination of a line, and the request that waits for a second person. */
function Proposed({ proposed }: { readonly proposed: NonNullable<Line["proposed"]> }) {
  const { batch: words, destinations: names } = useMessages(checkOffMessages);
  const { to, loanNo, memberNo, by, yours, approvalId } = proposed;
  const where =
    to === "loan"
      ? fill(words.loan, { loanNo })
      : fill(words.ofMember, { where: names[to], memberNo });
  return (
    <li>
      {fill(yours ? words.proposedYours : words.proposed, { where, by })}{" "}
      <Link to={approvalAddress(approvalId)}>{words.openRequest}</Link>
    </li>
  );
}
