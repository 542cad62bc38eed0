import { beforeAll, expect, it } from "vitest";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { unhurriedLimits } from "#test/loan-amendments.ts";
import { foundLoanOffice, loanCalls } from "#test/loan-office.ts";
import { lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { loanList } from "./queries.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: unhurriedLimits });
const tokens: Record<string, string> = {};
const { send, applied, step: take } = loanCalls(society, tokens);

beforeAll(() => foundLoanOffice(society, tokens, ["RR1", "RR2", "RR3"]));

const ask = (who: string, ifNoneMatch?: string, path = "/v1/loan") =>
  society.send("GET", path, {
    token: tokens[who] ?? "",
    ...(ifNoneMatch !== undefined && { headers: { "if-none-match": ifNoneMatch } }),
  });

async function onlyLoan(memberNo: string) {
  const [loan] = (await ask(memberNo)).body as { id: string }[];
  return loan?.id ?? "";
}

const step = async (who: string, loanNo: string, noun: string, body: unknown = {}) => {
  const reply = await take(who, loanNo, noun, body);
  expect(reply.status, reply.text).toBe(201);
};

const amend = async (amount: number) => {
  const item = { item: { amount } };
  const reply = await send("clerk", "PATCH", `/api/v1/loandetails/${await onlyLoan("RR1")}`, item);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { amendmentId?: string }).amendmentId ?? "";
};

async function rename(fullName: string) {
  const id = await memberIdOf(society, "RR1");
  await society.owner.query("update member set full_name = $2 where id = $1", [id, fullName]);
}

steps("a repeated read of one's own loans", () => {
  it("gets 304 without a body at both addresses, otherwise 200 as before", async () => {
    await lend(society, "RR2", { loanNo: "RR-OLD" });
    const first = await ask("RR2");
    expect(first.status).toBe(200);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[0-9a-f]{64}"$/);
    for (const path of ["/v1/loan", "/api/v1/loan", "/api/v1/loan?page=1"]) {
      const again = await ask("RR2", tag, path);
      expect([again.status, again.text]).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(tag);
      expect(again.headers.get("cache-control")).toBe("no-store");
    }
    const whole = await ask("RR2");
    expect([whole.status, whole.text]).toEqual([200, first.text]);
    expect(JSON.parse(first.text)).toEqual([
      {
        id: expect.any(String),
        memberno: "RR2",
        member: "Member RR2",
        category: "Instant",
        amount: expect.any(Number),
      },
    ]);
  });

  it("has a tag that matches no other member's, even if both have no loans", async () => {
    const [one, other] = [await ask("RR1"), await ask("RR3")];
    expect([one.text, other.text]).toEqual(["[]", "[]"]);
    expect((await ask("RR3", one.headers.get("etag") ?? "")).status).toBe(200);
    expect((await ask("RR3", '"made-up"')).status).toBe(200);
  });

  it("gets nothing with its tag once the session has ended", async () => {
    tokens["RR3-gone"] = await signIn(society, "RR3");
    const tag = (await ask("RR3-gone")).headers.get("etag") ?? "";
    await society.owner.query(
      "update session set ended_at = akiba_now() where id = (select max(id) from session)",
    );
    expect((await ask("RR3-gone", tag)).status).toBe(401);
  });

  it("has a new tag if and only if the answer changed", async () => {
    let loanNo = "";
    let amendment = "";
    const events: readonly (readonly [string, boolean, () => Promise<unknown>])[] = [
      ["applied", true, async () => (loanNo = await applied("RR1"))],
      ["another member applied", false, () => applied("RR3")],
      ["a smaller amount", true, () => amend(6000)],
      ["a larger amount was proposed", false, async () => (amendment = await amend(9000))],
      [
        "the member agreed",
        true,
        () => send("RR1", "POST", `/api/v1/loan-amendments/${amendment}/agreement`, {}),
      ],
      ["the name was corrected", true, () => rename("Wanjiru Kamau")],
      ["approved", false, () => step("loans-officer", loanNo, "approval")],
      ["paid out", false, () => step("administrator", loanNo, "disbursement")],
      [
        "repaid a part",
        false,
        () => step("clerk", loanNo, "repayments", { amount: 1000, receipt: "TK41RRAAAA" }),
      ],
      ["the next day", false, async () => society.clock.advance(86_400)],
      ["an older loan was entered", true, () => lend(society, "RR1", { loanNo: "RR1-OLD" })],
    ];
    let before = await ask("RR1");
    for (const [event, changes, happen] of events) {
      await happen();
      const after = await ask("RR1", before.headers.get("etag") ?? "");
      expect(after.status, event).toBe(changes ? 200 : 304);
      const whole = await ask("RR1");
      expect(whole.text !== before.text, event).toBe(changes);
      expect(whole.headers.get("etag") !== before.headers.get("etag"), event).toBe(changes);
      before = whole;
    }
  });

  it("finds the loans by indexes, with one plan for every member", async () => {
    const { text, values } = await overheard("RR1");
    await society.owner.query(`prepare own_loans as ${text}`);
    try {
      await society.owner.query("set plan_cache_mode = force_generic_plan");
      // The tables of a test are so small that they would be scanned whole.
      await society.owner.query("set enable_seqscan = off");
      const given = values.map((value) => `'${String(value)}'`).join(", ");
      const plan = await society.owner.query<{ "QUERY PLAN": string }>(
        `explain execute own_loans(${given})`,
      );
      const lines = plan.rows.map((row) => row["QUERY PLAN"].trim());
      expect(lines).toContain("Index Cond: (member_no = $1)");
      expect(lines).toContain("Index Cond: (member_id = m.id)");
      expect(lines.filter((line) => line.startsWith("Filter"))).toEqual([]);
    } finally {
      await society.owner.query("deallocate own_loans");
      await society.owner.query("reset plan_cache_mode");
      await society.owner.query("reset enable_seqscan");
    }
  });
});

/** The one statement of a member's list, word for word. */
async function overheard(memberNo: string) {
  const heard: { text: string; values: readonly unknown[] }[] = [];
  const rows = async ({ text }: { text: string }, values: readonly unknown[] = []) => {
    heard.push({ text, values });
    return [];
  };
  const scope = { memberNo } as unknown as MemberScope;
  await loanList({ rows } as unknown as Snapshot, scope, 1);
  const [only, ...more] = heard;
  if (only === undefined || more.length > 0) throw new Error("The list is not one statement.");
  return only;
}
