import { beforeAll, expect, it } from "vitest";
import { MAX_COUNTED } from "#shared/contract/office/waiting-work.ts";
import { roleMay } from "#shared/permissions.ts";
import { waitingKindNames, waitingKinds } from "#shared/waiting-kinds.ts";
import { employ, enrol, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { readBurst: 5000, readsPerMinute: 60_000 } });
const roles = ["clerk", "loans-officer", "treasurer", "administrator", "auditor"] as const;
const tokens = new Map<string, string>();

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1");
  tokens.set("member", await signIn(society, "MS1"));
  for (const role of roles) {
    await employ(society, role.toUpperCase(), role);
    tokens.set(role, await signIn(society, role.toUpperCase()));
  }
});

async function counts(who: string) {
  const reply = await society.send("GET", "/api/v1/waiting-work", { token: tokens.get(who) ?? "" });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Record<string, Record<string, number | null> | null>;
}

/** Today by the test clock. */
const TODAY = TEST_CLOCK_STARTS.slice(0, 10);

/** Inserts requests of a member about personal data, each due this many days from today. */
async function plantRequests(memberNo: string, dueIn: readonly number[]): Promise<void> {
  const details = ["name", "national-id", "postal-address"];
  for (const [at, days] of dueIn.entries()) {
    await society.owner.query(
      `insert into privacy_request
        (member_id, kind, detail, way, received_on, due_on, recorded_by)
        select $1, 'correction', $2, 'office', $4::date - 60, $4::date + $3::int, 'test'`,
      [await memberIdOf(society, memberNo), details[at], days, TODAY],
    );
  }
}

/** Inserts unanswered cases, each to be acknowledged this many days from today. */
async function plantCases(many: number, dueIn: number): Promise<void> {
  await society.owner.query(
    `insert into member_case (member_id, kind, text, is_anonymous, counted_from, acknowledge_by,
        conclude_by)
      select $1, 'question', 'When?', false, $4::date + $3::int - 3, $4::date + $3::int,
        $4::date + $3::int + 14 from generate_series(1, $2)`,
    [await memberIdOf(society, "MS1"), many, dueIn, TODAY],
  );
}

steps("the waiting work of the office", () => {
  it("is counted for each kind that a role may see, and for nobody else", async () => {
    for (const role of roles) {
      const closed = Object.entries(await counts(role)).filter(([, kind]) => kind === null);
      const expected = waitingKindNames.filter((kind) => !roleMay(role, waitingKinds[kind].opens));
      expect(closed.map(([kind]) => kind)).toEqual(expected);
    }
    const reply = await society.send("GET", "/api/v1/waiting-work", {
      token: tokens.get("member") ?? "",
    });
    expect(reply.body).toMatchObject({ code: 403, reason: "staff-only" });
  });

  it("shows overdue items, and the days left to the first due date set by law", async () => {
    await enrol(society, "MS2");
    await plantRequests("MS2", [20, 5]);
    expect((await counts("clerk"))["requestsToHandle"]).toEqual({
      waiting: 2,
      late: 0,
      daysLeft: 5,
    });
    await plantRequests("MS1", [-2]);
    expect((await counts("clerk"))["requestsToHandle"]).toEqual({
      waiting: 3,
      late: 1,
      daysLeft: -2,
    });
    const { waiting = 0, late = 0 } = (await counts("loans-officer"))["cases"] ?? {};
    await plantCases(3, 0);
    await plantCases(2, -1);
    expect((await counts("loans-officer"))["cases"]).toEqual({
      waiting: Number(waiting) + 5,
      late: Number(late) + 2,
      daysLeft: -1,
    });
  });

  it("is counted only as far as the menu shows, however much there is", async () => {
    await plantCases(MAX_COUNTED + 50, 7);
    expect((await counts("clerk"))["cases"]).toMatchObject({ waiting: MAX_COUNTED });
  });

  it("contains only numbers, and leaves nothing in the audit log", async () => {
    const records = async () => {
      const found = await society.owner.query<{ n: number }>(
        "select count(*)::int as n from audit_record",
      );
      return found.rows[0]?.n;
    };
    const before = await records();
    for (const role of roles) {
      const told = Object.values(await counts(role)).flatMap((list) => Object.values(list ?? {}));
      expect(told.filter((one) => one !== null && typeof one !== "number")).toEqual([]);
    }
    expect(await records()).toBe(before);
  });
});
