import fc from "fast-check";
import { expect, it } from "vitest";
import { cents } from "#shared/money.ts";
import { isPaidByMpesa, MPESA_CEILING } from "#shared/mpesa-ceiling.ts";
import { useTestSociety } from "#test/test-society.ts";
import { goesToPhone } from "./goes-to-phone-sql.ts";

const society = useTestSociety();

it("M-Pesa can pay the same amounts for the pages and for the queue of payouts", async () => {
  const near = [0n, 1n, 99n, 100n, 101n, MPESA_CEILING - 1n, MPESA_CEILING, MPESA_CEILING + 100n];
  const amounts = [
    ...near,
    ...fc.sample(fc.bigInt(-1_000n, MPESA_CEILING * 2n), 500),
    ...fc.sample(fc.bigInt(-10n, MPESA_CEILING / 50n), 500).map((shillings) => shillings * 100n),
  ];
  const { rows } = await society.owner.query<{ goes: boolean }>(
    `select ${goesToPhone("a.cents")} as goes
      from unnest($1::bigint[]) with ordinality as a (cents, at),
        (select '+254712000001' as mobile_number, akiba_now() as mobile_confirmed_at) m
      order by a.at`,
    [amounts.map(String)],
  );
  const asked = rows.map(({ goes }) => goes);
  expect(asked).toEqual(amounts.map((amount) => isPaidByMpesa(cents(amount))));
});
