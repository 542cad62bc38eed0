import { beforeAll, expect, it } from "vitest";
import { deposit, employ, enrol, signIn } from "#test/people.ts";
import { type Reply, statusesOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { writesPerMinute: 600, writeBurst: 300 } });
const tokens = { administrator: "", auditor: "" };

beforeAll(async () => {
  await employ(society, "ST1", "administrator");
  await employ(society, "ST6", "auditor");
  tokens.administrator = await signIn(society, "ST1");
  tokens.auditor = await signIn(society, "ST6");
});

const at = "/api/v1/dividends/tax-rates";
const mobile = "PAY THROUGH EFT(MOBILE)";
const shares = "CAPITALIZE TO SHARES";

interface Rates {
  readonly newest: string;
  readonly inForce: readonly { readonly mode: string; readonly basisPoints: number }[];
  readonly rows: readonly {
    readonly id: string;
    readonly mode: string;
    readonly state: string;
    readonly effectiveFrom: string;
    readonly basisPoints: number;
  }[];
  readonly declared: readonly { readonly year: number; readonly tax: unknown }[];
}

async function rates(): Promise<Rates> {
  const reply = await society.send("GET", at, { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Rates;
}

function set(body: Record<string, unknown>, token = tokens.administrator): Promise<Reply> {
  return society.send("POST", at, { token, body });
}

const takeBack = (id: string) =>
  society.send("POST", `${at}/${id}/cancellation`, { token: tokens.administrator, body: {} });

const inForce = async (mode: string) =>
  (await rates()).inForce.find((rate) => rate.mode === mode)?.basisPoints;

const statesOf = async (mode: string) =>
  (await rates()).rows
    .filter((rate) => rate.mode === mode)
    .map(({ state, effectiveFrom, basisPoints }) => `${effectiveFrom} ${basisPoints} ${state}`);

async function declareYear(year: number, closesOn: string): Promise<unknown> {
  const body = {
    year,
    shareRateBasisPoints: 1000,
    depositRateBasisPoints: 1000,
    weighting: "from-the-month",
    booksClosedOn: `${year}-12-31`,
    agmReference: "AGM",
    holdArrears: false,
    opensOn: "2026-04-14",
    closesOn,
    defaultMode: shares,
  };
  const token = tokens.administrator;
  const reply = await society.send("POST", "/api/v1/dividends", { token, body });
  expect(reply.status, reply.text).toBe(201);
  return taxOf(year);
}

async function taxOf(year: number): Promise<unknown> {
  const reply = await society.send("GET", "/api/v1/dividends", { token: tokens.auditor });
  const years = reply.body as { year: number; tax: unknown }[];
  return years.find((one) => one.year === year)?.tax;
}

steps("the tax withheld of a dividend", () => {
  it("is five percent of the mobile mode alone until another rate is set", async () => {
    expect(await rates()).toMatchObject({
      today: "2026-04-14",
      inForce: [
        { mode: shares, basisPoints: 0 },
        { mode: mobile, basisPoints: 500 },
        { mode: "OFFSET A LOAN", basisPoints: 0 },
        { mode: "OFFSET HOSPITAL BILL", basisPoints: 0 },
      ],
    });
  });

  it("is set ahead, replaced before its day, and withdrawn with what it replaced", async () => {
    const ahead = { mode: mobile, effectiveFrom: "2026-07-01" };
    const first = await set({ ...ahead, basisPoints: 1000 });
    expect(first.status, first.text).toBe(201);
    const second = await set({ ...ahead, basisPoints: 1500 });
    expect(await statesOf(mobile)).toEqual([
      "2026-07-01 1500 to-come",
      "2026-07-01 1000 replaced",
      "2000-01-01 500 in-force",
    ]);
    expect((await takeBack((second.body as { id: string }).id)).status).toBe(201);
    expect(await statesOf(mobile)).toEqual([
      "2026-07-01 1500 cancelled",
      "2026-07-01 1000 cancelled",
      "2000-01-01 500 in-force",
    ]);
    expect((await takeBack((first.body as { id: string }).id)).body).toMatchObject({
      reason: "rate-begun",
    });
  });

  it("is the one set last, if several are set for one day and mode", async () => {
    for (const basisPoints of [300, 700, 400]) {
      expect((await set({ mode: shares, effectiveFrom: "2026-04-14", basisPoints })).status).toBe(
        201,
      );
    }
    expect(await inForce(shares)).toBe(400);
    const latest = (await rates()).rows.find(({ mode }) => mode === shares);
    expect((await takeBack(latest?.id ?? "")).body).toMatchObject({ reason: "rate-begun" });
  });

  it("is set by one of several who saw the same rates; the others are rejected", async () => {
    const { newest: follows } = await rates();
    const body = { mode: mobile, effectiveFrom: "2026-09-01", follows };
    const replies = await Promise.all(
      [100, 200, 300, 400].map((basisPoints) => set({ ...body, basisPoints })),
    );
    expect(statusesOf(replies)).toEqual([201, 409, 409, 409]);
    const kept = (await rates()).rows.find(({ state }) => state === "to-come");
    expect((await takeBack(kept?.id ?? "")).status).toBe(201);
  });

  it("never changes a declared year, and applies to the next declaration", async () => {
    await enrol(society, "MS1");
    await deposit(society, "MS1", 1000);
    await society.owner.query("update member set joined_on = '2020-01-01'");
    const before = await declareYear(2024, "2026-05-30");
    expect(before).toContainEqual({ mode: mobile, basisPoints: 500 });
    await set({ mode: mobile, effectiveFrom: "2026-04-14", basisPoints: 1000 });
    expect(await inForce(mobile)).toBe(1000);
    expect(await taxOf(2024)).toEqual(before);
    expect((await rates()).declared).toEqual([{ year: 2024, tax: before }]);
    // The rate in force when a window closes applies to its payments.
    await set({ mode: mobile, effectiveFrom: "2026-05-01", basisPoints: 1200 });
    expect(await declareYear(2025, "2026-04-30")).toContainEqual({
      mode: mobile,
      basisPoints: 1000,
    });
    await set({ mode: mobile, effectiveFrom: "2026-05-02", basisPoints: 1300 });
    expect(await declareYear(2023, "2026-05-30")).toContainEqual({
      mode: mobile,
      basisPoints: 1300,
    });
  });

  it.each([
    ["effectiveFrom", { effectiveFrom: "2026-04-13" }],
    ["effectiveFrom", { effectiveFrom: "2026-02-30" }],
    ["basisPoints", { basisPoints: 5000 }],
    ["basisPoints", { basisPoints: -1 }],
    ["basisPoints", { basisPoints: 1.5 }],
    ["mode", { mode: "mobile" }],
  ])("is rejected beside %s for %j", async (field, wrong) => {
    const body = { mode: mobile, effectiveFrom: "2026-12-01", basisPoints: 500, ...wrong };
    const reply = await set(body);
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ field }] });
  });

  it("is in the audit log with its day and rate, and no auditor can change it", async () => {
    const body = { mode: mobile, effectiveFrom: "2026-12-01", basisPoints: 500 };
    expect((await set(body, tokens.auditor)).status).toBe(403);
    await set(body);
    const { rows } = await society.owner.query(
      `select actor, detail from audit_record where action = 'dividend-tax-set'
        order by seq desc limit 1`,
    );
    expect(rows).toMatchObject([
      { actor: "staff:ST1", detail: { effectiveFrom: "2026-12-01", basisPoints: 500 } },
    ]);
  });
});
