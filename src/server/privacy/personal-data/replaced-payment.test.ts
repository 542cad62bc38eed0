import { beforeAll, expect, it } from "vitest";
import { enrol, foundSociety, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { isEven } from "./erasure.ts";

const society = useServedSociety();

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "EV1");
});

/** Whether a member with one payout in a state owes and is owed nothing; nothing is kept of it. */
async function isEvenWith(source: "dividend" | "exit", state: string): Promise<boolean> {
  const id = await memberIdOf(society, "EV1");
  const { owner } = society;
  // The payout stands alone: only its state matters here.
  await owner.query("begin; set local session_replication_role = replica");
  try {
    await owner.query(
      `insert into payout (source, dividend_id, leg_no, exit_id, member_id, reference,
          amount_cents, mobile_number, entry_id, state, receipt_no, attempt_id, failed_by,
          resolved_by)
        select $2, case $2 when 'dividend' then 1 end, case $2 when 'dividend' then 1 end,
          case $2 when 'exit' then 1 end, $1, 'EVEN', 10000, '+254712000001', 1, $3,
          case $3 when 'paid' then 'QEV1' else '' end, gen_random_uuid(), 'staff:A', 'staff:B'`,
      [id, source, state],
    );
    const found = await owner.query<{ even: boolean }>(
      `select ${isEven} as even from member m where m.id = $1`,
      [id],
    );
    return found.rows[0]?.even ?? false;
  } finally {
    await owner.query("rollback");
  }
}

it.each(["paid", "shares", "account", "cash"])(
  "a member whose payout ended as %s is even, so that their data can be erased",
  async (state) => {
    expect(await isEvenWith("dividend", state)).toBe(true);
  },
);

it.each(["waiting", "sent", "unknown", "failed"])(
  "a member whose dividend's payout is %s is not even",
  async (state) => {
    expect(await isEvenWith("dividend", state)).toBe(false);
  },
);

it("a failed payment of a refund that another replaced keeps nobody from being even", async () => {
  expect(await isEvenWith("exit", "failed")).toBe(true);
});
