import { expect } from "vitest";
import { tryToApprove } from "./people.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

interface LastPayout {
  readonly id: string;
  readonly state: string;
  readonly receipt_no: string;
  readonly channel: string;
}

/** Returns a member's newest payment. */
export async function lastPayoutOf(society: ServedSociety, memberNo: string): Promise<LastPayout> {
  const { rows } = await society.owner.query<LastPayout>(
    `select p.id::text, state, receipt_no, channel
      from payout p join member m on m.id = p.member_id
      where m.member_no = $1 order by p.id desc limit 1`,
    [memberNo],
  );
  const [payout] = rows;
  if (payout === undefined) throw new Error(`${memberNo} has no payout`);
  return payout;
}

let planted = 0;
/**
 * Plants a line of a statement without its file, of the day of the newest payment, or of the
 * given number of days later; returns its number.
 */
export async function plantLine(
  society: ServedSociety,
  { account = "mobile-money", amount, days = 0 }: PlantedLine,
): Promise<string> {
  planted += 1;
  const { rows } = await society.owner.query<{ id: string }>(
    `with newest as (
        select max((queued_at at time zone 'Africa/Nairobi')::date) as day from payout
      ), file as (
        insert into bank_statement (account, file_name, sha256, from_day, to_day, opening_cents,
            closing_cents, lines, added, loaded_by)
          select $1, 'planted.csv', $3, day, day, 0, 0, 1, 1, 'staff:CLERK' from newest
          returning id
      )
      insert into bank_statement_line (account, statement_id, row_no, day, receipt_no, details,
          amount_cents, content, copy_no)
        select $1, id, 1, day + $4::int, $3, 'RETURNED', $2, sha256($3::bytea), 1
        from file, newest returning id::text`,
    [account, amount * 100, `RT26${planted}`, days],
  );
  return rows[0]?.id ?? "";
}

interface PlantedLine {
  readonly account?: "bank" | "mobile-money";
  /** In shillings; money in is positive. */
  readonly amount: number;
  readonly days?: number;
}

/** The calls about payments that came back, as the people of a test society make them. */
export function returnCalls(society: ServedSociety, tokenOf: (who: string) => string) {
  /** Asks for the return of a member's newest payment by a line of a statement. */
  const ask = async (memberNo: string, lineId: string, who = "ADMIN"): Promise<Reply> => {
    const { id } = await lastPayoutOf(society, memberNo);
    const body = { lineId, reason: "Account closed" };
    return society.send("POST", `/api/v1/payouts/${id}/return`, { token: tokenOf(who), body });
  };
  const approve = (asked: Reply, who: string): Promise<Reply> =>
    tryToApprove(society, tokenOf(who), (asked.body as { approvalId: string }).approvalId);
  return {
    ask,
    approve,
    /** Records a return by the administrator and the treasurer. */
    async bringBack(memberNo: string, lineId: string): Promise<void> {
      const asked = await ask(memberNo, lineId);
      expect(asked.status, asked.text).toBe(201);
      const approved = await approve(asked, "TREASURER");
      expect(approved.status, approved.text).toBe(201);
    },
    /** Returns the lines that the page of a member's newest payment offers. */
    async offered(memberNo: string): Promise<readonly string[]> {
      const { id } = await lastPayoutOf(society, memberNo);
      const token = tokenOf("TREASURER");
      const { body } = await society.send("GET", `/api/v1/payouts/${id}`, { token });
      return (body as { returnLines: { id: string }[] }).returnLines.map((line) => line.id);
    },
  };
}
