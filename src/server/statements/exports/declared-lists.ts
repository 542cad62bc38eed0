import type { CodeKind } from "#shared/messages/statements/exported-codes.ts";
import { dayOrEmpty } from "./cell-formats.ts";

/** A cell in SQL; one with a code names the kind of code, and is printed as a word. */
type Cell = string | readonly [CodeKind, string];

/** A list that is read in pages by the id of its rows. */
export interface ListDeclaration {
  readonly id: string;
  readonly cells: readonly Cell[];
  readonly amounts?: readonly string[];
  readonly from: string;
}

/** The register of the cheques that the society wrote. */
export const chequeList: ListDeclaration = {
  id: "c.id",
  cells: [
    "c.cheque_no",
    "c.payee",
    "m.member_no",
    "coalesce(p.reference, 'TM-' || c.movement_id)",
    ["chequeState", "cheque_state(c)"],
    "c.written_on",
    ["actor", "c.written_by"],
    "c.handed_over_on",
    "c.handed_over_to",
    dayOrEmpty("c.stopped_at"),
    "c.stop_because",
  ],
  amounts: ["c.amount_cents"],
  from: `cheque c left join payout p on p.id = c.payout_id
    left join member m on m.id = p.member_id`,
};
