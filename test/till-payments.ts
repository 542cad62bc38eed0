import { expect } from "vitest";
import type { ServedSociety } from "./served-society.ts";
import type { tellerOffice } from "./teller-office.ts";

type Office = ReturnType<typeof tellerOffice>;

const identity = "ID 39104482";

/** Calls about withdrawals that tellers pay in cash. */
export function tillPaymentCalls({ society, counter, withdrawals }: Office) {
  const { send } = counter;
  const payoutOf = (memberNo: string) => latestPayout(society, memberNo);

  /** Requests a code, without the growing pause between two, and returns it; empty if not sent. */
  const codeOf = async (who: string, memberNo: string): Promise<string> => {
    await society.owner.query("delete from otp_standing where member_no = $1", [memberNo]);
    const sent = await send("POST", "payments/code", who, { payoutId: await payoutOf(memberNo) });
    return sent.status === 200 ? withdrawals.codeIn() : "";
  };
  const withCode = async (who: string, memberNo: string, otp: string, more: object = {}) =>
    send("POST", "payments", who, { payoutId: await payoutOf(memberNo), identity, otp, ...more });

  return {
    payoutOf,
    codeOf,
    withCode,
    /** Pays the latest withdrawal of a member by a new code. */
    pay: async (who: string, memberNo: string) =>
      withCode(who, memberNo, (await codeOf(who, memberNo)) || "000000"),
    /** Asks a second person to agree to it without a code. */
    request: async (who: string, memberNo: string, more: object = {}) =>
      send("POST", "payments/requests", who, {
        payoutId: await payoutOf(memberNo),
        identity,
        reason: "Their phone was stolen",
        ...more,
      }),
    undo: (who: string, paymentNo: string) =>
      send("POST", `payments/${paymentNo}/reversal`, who, { reason: "The member did not take it" }),
    /** A member whose withdrawal of an amount waits at the office. */
    waiting: async (amount: number) => {
      const memberNo = await withdrawals.newMember(60_000);
      const asked = await withdrawals.withdraw(memberNo, { amount, channel: "office" });
      expect(asked.status, asked.text).toBe(201);
      return memberNo;
    },
  };
}

async function latestPayout(society: ServedSociety, memberNo: string): Promise<string> {
  const { rows } = await society.owner.query<{ id: string }>(
    `select p.id from payout p join member m on m.id = p.member_id where m.member_no = $1
      order by p.id desc limit 1`,
    [memberNo],
  );
  return String(rows[0]?.id);
}
