import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { grossFor, netOf, rateByKind, taxOn } from "#shared/dividend-split.ts";
import { cents, fromWireAmount } from "#shared/money.ts";
import { bookYear, declaration2025, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { statusesOf, useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({ limits: { writesPerMinute: 60_000, writeBurst: 60_000 } });
const members = ["TK1", "TK2", "TK3", "TK4"];
const year = "/api/v1/dividends/2025";
const basis = "/api/v1/dividends/tax-basis";
const kinds = { onShares: 500n, onInterest: 1500n };
let administrator = "";

beforeAll(async () => {
  await foundSociety(world);
  for (const [place, memberNo] of members.entries()) {
    await enrolWithLogin(world, memberNo);
    await bookYear(world, memberNo, 2025, {
      // Odd amounts, so that each fraction of a cent must be assigned; one member has shares only.
      shareCapital: cents(1_234_567n + BigInt(place)),
      deposits: [cents(place === 0 ? 0n : 7_654_321n * BigInt(place))],
    });
  }
  await world.owner.query("update member set mobile_confirmed_at = now()");
  await employ(world, "ADMINISTRATOR", "administrator");
  administrator = await signIn(world, "ADMINISTRATOR");
});

const day = "2026-04-14" as CalendarDate;

const choose = (body: Record<string, unknown>) =>
  world.send("POST", basis, { token: administrator, body: { effectiveFrom: day, ...body } });

const byKind = { basis: "kind", shareBasisPoints: 500, interestBasisPoints: 1500 };

interface Leg {
  readonly mode: string;
  readonly amount: string;
  readonly tax: string;
  readonly shares: string;
  readonly interest: string;
}

async function legs(): Promise<Leg[]> {
  const { rows } = await world.owner.query<Leg>(
    `select g.mode, g.amount_cents as amount, g.tax_cents as tax,
        e.on_share_capital_cents as shares, e.on_deposits_cents as interest
      from dividend_leg g join dividend_entitlement e using (dividend_id, member_id)
      order by g.member_id, g.leg_no`,
  );
  return rows;
}

describe("tax by kind of income", () => {
  it("is chosen with both rates, and by mode with none", async () => {
    const without = await choose({ basis: "kind", shareBasisPoints: 500 });
    expect(without.status).toBe(422);
    expect(without.body).toMatchObject({ errors: [{ field: "interestBasisPoints" }] });
    const extra = await choose({ ...byKind, basis: "mode" });
    expect(extra.body).toMatchObject({
      errors: [{ field: "shareBasisPoints" }, { field: "interestBasisPoints" }],
    });
    const past = await choose({ ...byKind, effectiveFrom: "2026-04-13" });
    expect(past.body).toMatchObject({ errors: [{ field: "effectiveFrom" }] });
    const set = await choose(byKind);
    expect(set.status, set.text).toBe(201);
    const reply = await world.send("GET", "/api/v1/dividends/tax-rates", { token: administrator });
    expect(reply.body).toMatchObject({ basis: byKind, bases: [{ ...byKind, state: "in-force" }] });
    const { rows } = await world.owner.query(
      "select detail from audit_record where action = 'dividend-tax-set' order by seq desc limit 1",
    );
    expect(rows[0]).toMatchObject({
      detail: { effectiveFrom: day, basisPoints: 500, interestBasisPoints: 1500 },
    });
  });

  it("is chosen by one of two people who saw the same rates; the other is rejected", async () => {
    const read = await world.send("GET", "/api/v1/dividends/tax-rates", { token: administrator });
    const { newest: follows } = read.body as { newest: string };
    const ahead = { ...byKind, effectiveFrom: "2030-01-01", follows };
    const replies = await Promise.all([choose(ahead), choose({ ...ahead, shareBasisPoints: 600 })]);
    expect(statusesOf(replies)).toEqual([201, 409]);
    const kept = replies.find(({ status }) => status === 201);
    const { id } = (kept ? kept.body : {}) as { id: string };
    const path = `/api/v1/dividends/tax-rates/${id}/cancellation`;
    const taken = await world.send("POST", path, { token: administrator, body: {} });
    expect(taken.status, taken.text).toBe(201);
  });

  it("accepts no rates of modes from a declaration", async () => {
    const body = { ...declaration2025, tax: { mobile: 500 } };
    const reply = await world.send("POST", "/api/v1/dividends", { token: administrator, body });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ field: "tax.mobile" }] });
  });

  it("keeps the tax of a declared dividend when the society chooses by mode again", async () => {
    await postYear(world, { opensOn: day, closesOn: day, defaultMode: "mobile" });
    expect((await choose({ basis: "mode" })).status).toBe(201);
    const reply = await world.send("GET", year, { token: administrator });
    expect(reply.body).toMatchObject({
      tax: [],
      taxByKind: { shareBasisPoints: 500, interestBasisPoints: 1500 },
    });
    const write = "update dividend_tax set basis = 'mode'";
    const denied = world.database.unitOfWork("test", (work) => work.run(write, []));
    await expect(denied).rejects.toThrow("permission denied");
  });

  it("is shown to the member by their own rate, with its components", async () => {
    const token = await signIn(world, "TK2");
    const split = await world.send("GET", "/api/v1/members/TK2/dividend-split", { token });
    const { split: share } = split.body as {
      split: {
        gross: number;
        modes: { taxBasisPoints: number }[];
        taxByKind: { onShareCapital: number; onDeposits: number };
      };
    };
    const incomes = {
      onShareCapital: fromWireAmount(share.taxByKind.onShareCapital),
      onDeposits: fromWireAmount(share.taxByKind.onDeposits),
    };
    expect(cents(incomes.onShareCapital + incomes.onDeposits)).toBe(fromWireAmount(share.gross));
    const sums = await world.send("GET", "/api/v1/members/TK2/dividends", { token });
    const tax = taxOn(fromWireAmount(share.gross), rateByKind(kinds, incomes));
    const [sum] = sums.body as { byMode: { tax: number }[] }[];
    expect(sum?.byMode.map((one) => fromWireAmount(one.tax))).toEqual([tax, tax, tax, tax]);
    expect(new Set(share.modes.map((one) => one.taxBasisPoints)).size).toBe(1);
  });

  it("is withheld from every part, in SQL as in TypeScript, for every mode", async () => {
    world.clock.set("2026-04-14T15:00:00Z");
    administrator = await signIn(world, "ADMINISTRATOR");
    for (const step of ["lock", "payment"]) {
      const reply = await takeStep(world, administrator, step);
      expect(reply.status, reply.text).toBe(201);
    }
    const found = await legs();
    expect(new Set(found.map(({ mode }) => mode))).toEqual(new Set(["mobile", "share-capital"]));
    for (const { amount, tax, shares, interest, mode } of found) {
      const incomes = {
        onShareCapital: cents(BigInt(shares)),
        onDeposits: cents(BigInt(interest)),
      };
      const rate = rateByKind(kinds, incomes);
      expect(BigInt(tax)).toBe(taxOn(cents(BigInt(amount)), rate));
      if (mode !== "mobile") continue;
      const net = netOf(cents(BigInt(amount)), rate);
      expect(net % 100n).toBe(0n);
      expect(grossFor(net, rate)).toBe(BigInt(amount));
    }
  });

  it("is listed for KRA with each kind at its own rate, and matches the ledger", async () => {
    const path = `${year}/lists/withholding-tax`;
    const list = await world.send("GET", path, { token: administrator });
    const [head = "", ...rows] = list.text.replace("\uFEFF", "").trimEnd().split("\r\n");
    const names = head.split(",");
    const cell = (row: string, name: string) =>
      BigInt((row.split(",")[names.indexOf(name)] ?? "").replace(".", ""));
    let all = 0n;
    for (const row of rows) {
      const tax = cell(row, "Tax withheld");
      const [onShares, onInterest] = [cell(row, "Tax on it"), cell(row, "Tax on interest")];
      expect(onShares + onInterest).toBe(tax);
      const shares = cell(row, "Dividend on shares");
      const interest = cell(row, "Interest on deposits");
      // Each kind is within a cent and a half of its own rate: one for the part, half for its tax.
      expect(abs(onShares * 10_000n - shares * 500n)).toBeLessThanOrEqual(15_000n);
      expect(abs(onInterest * 10_000n - interest * 1500n)).toBeLessThanOrEqual(15_000n);
      all += tax;
    }
    const owed = await world.owner.query<{ cents: string }>(
      "select -balance_cents as cents from ledger_account where code = 'withholding-tax-payable'",
    );
    expect(all).toBe(BigInt(owed.rows[0]?.cents ?? 0));
    expect(all).toBeGreaterThan(0n);
  });
});

const abs = (difference: bigint): bigint => (difference < 0n ? -difference : difference);

it("the tax and the gross of every part are the same in SQL and in TypeScript", async () => {
  const { rows } = await world.owner.query<Record<string, string>>(
    `select amount, a, b, s, i, dividend_part_tax(amount, a, b, s, i) as tax,
        dividend_part_gross(amount, a, b, s, i) as gross,
        dividend_share_tax(dividend_part_tax(amount, a, b, s, i), a, b, s, i) as share_tax
      from (select ((n * 7919) % 100003 + 1)::bigint * (n % 13 + 1) as amount,
          ((n * 104729) % 999983)::bigint * case when n % 50 = 0 then 1000000 else 1 end as a,
          ((n * 15485863) % 999979 + 1)::bigint as b, ((n * 31) % 5000)::int as s,
          ((n * 17) % 5000)::int as i
        from generate_series(1::bigint, 3000) n) x`,
  );
  expect(rows).toHaveLength(3000);
  for (const row of rows) {
    const of = (name: string) => BigInt(row[name] ?? "");
    const amount = cents(of("amount"));
    const rate = rateByKind(
      { onShares: of("s"), onInterest: of("i") },
      { onShareCapital: cents(of("a")), onDeposits: cents(of("b")) },
    );
    expect(of("tax")).toBe(taxOn(amount, rate));
    expect(of("gross")).toBe(grossFor(amount, rate));
    expect(netOf(cents(of("gross")), rate)).toBe(amount);
    expect(of("share_tax") >= 0n && of("share_tax") <= of("tax")).toBe(true);
  }
});
