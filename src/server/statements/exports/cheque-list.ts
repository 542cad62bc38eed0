import { dayOrEmpty } from "./cell-formats.ts";
import type { ListDeclaration } from "./list-declaration.ts";

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
