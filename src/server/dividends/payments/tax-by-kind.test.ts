import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { grossFor, netOf, rateByKind, taxOn } from "#shared/dividend-tax.ts";
import { cents, fromWireAmount } from "#shared/money.ts";
import { grossInSql, shareTaxInSql, taxInSql } from "#server/payouts/queue/dividend-tax-sql.ts";
import { bookYear, declaration2025, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, statusesOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const members = ["TK1", "TK2", "TK3", "TK4"];
const year = "/api/v1/dividends/2025";
const basis = "/api/v1/dividends/tax-basis";
const kinds = { onShares: 500n, onInterest: 1500n };
let administrator = "";

beforeAll(async () => {
  await foundSociety(society);
  for (const [place, memberNo] of members.entries()) {
    await enrolWithLogin(society, memberNo);
    await bookYear(society, memberNo, 2025, {
      // Odd amounts, so that each fraction of a cent must be assigned; one member has shares only.
      shareCapital: cents(1_234_567n + BigInt(place)),
      deposits: [cents(place === 0 ? 0n : 7_654_321n * BigInt(place))],
    });
  }
  await society.owner.query("update member set mobile_confirmed_at = now()");
  await employ(society, "ADMINISTRATOR", "administrator");
  administrator = await signIn(society, "ADMINISTRATOR");
});

const day = "2026-04-14" as CalendarDate;

const choose = (body: Record<string, unknown>) =>
  society.send("POST", basis, { token: administrator, body: { effectiveFrom: day, ...body } });

const byKind = { basis: "kind", shareBasisPoints: 500, interestBasisPoints: 1500 };

interface Leg {
  readonly mode: string;
  readonly amount: string;
  readonly tax: string;
  readonly shares: string;
  readonly interest: string;
}

async function legs(): Promise<Leg[]> {
  const { rows } = await society.owner.query<Leg>(
    `select g.mode, g.amount_cents as amount, g.tax_cents as tax,
        e.on_share_capital_cents as shares, e.on_deposits_cents as interest
      from dividend_leg g join dividend_entitlement e using (dividend_id, member_id)
      order by g.member_id, g.leg_no`,
  );
  return rows;
}

steps("tax by kind of income", () => {
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
    const reply = await society.send("GET", "/api/v1/dividends/tax-rates", {
      token: administrator,
    });
    expect(reply.body).toMatchObject({ basis: byKind, bases: [{ ...byKind, state: "in-force" }] });
    const { rows } = await society.owner.query(
      "select detail from audit_record where action = 'dividend-tax-set' order by seq desc limit 1",
    );
    expect(rows[0]).toMatchObject({
      detail: { effectiveFrom: day, basisPoints: 500, interestBasisPoints: 1500 },
    });
  });

  it("is chosen by one of two people who saw the same rates; the other is rejected", async () => {
    const read = await society.send("GET", "/api/v1/dividends/tax-rates", { token: administrator });
    const { newest: follows } = read.body as { newest: string };
    const ahead = { ...byKind, effectiveFrom: "2030-01-01", follows };
    const replies = await Promise.all([choose(ahead), choose({ ...ahead, shareBasisPoints: 600 })]);
    expect(statusesOf(replies)).toEqual([201, 409]);
    const kept = replies.find(({ status }) => status === 201);
    const { id } = (kept ? kept.body : {}) as { id: string };
    const path = `/api/v1/dividends/tax-rates/${id}/cancellation`;
    const taken = await society.send("POST", path, { token: administrator, body: {} });
    expect(taken.status, taken.text).toBe(201);
  });

  it("accepts no rates of modes from a declaration", async () => {
    const body = { ...declaration2025, tax: { mobile: 500 } };
    const reply = await society.send("POST", "/api/v1/dividends", { token: administrator, body });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ field: "tax.mobile" }] });
  });

  it("keeps the tax of a declared dividend when the society chooses by mode again", async () => {
    await postYear(society, { opensOn: day, closesOn: day, defaultMode: "mobile" });
    expect((await choose({ basis: "mode" })).status).toBe(201);
    const reply = await society.send("GET", year, { token: administrator });
    expect(reply.body).toMatchObject({
      tax: [],
      taxByKind: { shareBasisPoints: 500, interestBasisPoints: 1500 },
    });
    const write = "update dividend_tax set basis = 'mode'";
    const denied = society.database.unitOfWork("test", (work) => work.run(write, []));
    await expect(denied).rejects.toThrow("permission denied");
  });

  it("is shown to the member by their own rate, with its components", async () => {
    const token = await signIn(society, "TK2");
    const split = await society.send("GET", "/api/v1/members/TK2/dividend-split", { token });
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
    const sums = await society.send("GET", "/api/v1/members/TK2/dividends", { token });
    const tax = taxOn(fromWireAmount(share.gross), rateByKind(kinds, incomes));
    const [sum] = sums.body as { byMode: { tax: number }[] }[];
    expect(sum?.byMode.map((one) => fromWireAmount(one.tax))).toEqual([tax, tax, tax, tax]);
    expect(new Set(share.modes.map((one) => one.taxBasisPoints)).size).toBe(1);
  });

  it("is withheld from every part, in SQL as in TypeScript, for every mode", async () => {
    society.clock.set("2026-04-14T15:00:00Z");
    administrator = await signIn(society, "ADMINISTRATOR");
    for (const step of ["lock", "payment"]) {
      const reply = await takeStep(society, administrator, step);
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
    const list = await society.send("GET", path, { token: administrator });
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
    const owed = await society.owner.query<{ cents: string }>(
      "select -balance_cents as cents from ledger_account where code = 'withholding-tax-payable'",
    );
    expect(all).toBe(BigInt(owed.rows[0]?.cents ?? 0));
    expect(all).toBeGreaterThan(0n);
  });
});

const abs = (difference: bigint): bigint => (difference < 0n ? -difference : difference);

/** A kind of income of one member, up to twenty million shillings. */
const income = fc.oneof(
  fc.constant(cents(0n)),
  fc.bigInt({ min: 1n, max: 2_000_000_000n }).map(cents),
);
const points = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4999 }));

const taxedPart = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 1_000_000_000n }).map(cents),
    onShareCapital: income,
    onDeposits: income,
    rates: fc.oneof(
      fc.tuple(points, points),
      points.map((same): [number, number] => [same, same]),
    ),
  })
  .filter(({ onShareCapital, onDeposits }) => onShareCapital + onDeposits > 0n);

it("the tax and the gross of every part are the same in SQL and in TypeScript", async () => {
  const property = fc.asyncProperty(taxedPart, async ({ amount, rates, ...incomes }) => {
    const [onShares, onInterest] = rates;
    const { rows } = await society.owner.query<Record<"tax" | "gross" | "share_tax", string>>(
      `select tax, ${grossInSql("amount")} as gross, ${shareTaxInSql("tax")} as share_tax
        from (
          select *, ${taxInSql("amount")} as tax
          from (values ($1::bigint, $2::bigint, $3::bigint, $4::int, $5::int)) as t (amount,
            on_share_capital_cents, on_deposits_cents, basis_points, interest_basis_points)
        ) t`,
      [amount, incomes.onShareCapital, incomes.onDeposits, onShares, onInterest],
    );
    const of = (name: "tax" | "gross" | "share_tax") => BigInt(rows[0]?.[name] ?? -1);
    const kinds = { onShares: BigInt(onShares), onInterest: BigInt(onInterest) };
    const rate = rateByKind(kinds, incomes);
    expect(of("tax")).toBe(taxOn(amount, rate));
    expect(of("gross")).toBe(grossFor(amount, rate));
    expect(netOf(cents(of("gross")), rate)).toBe(amount);
    expect(of("share_tax") >= 0n && of("share_tax") <= of("tax")).toBe(true);
  });
  await fc.assert(property, { numRuns: 1000 });
});
