import { beforeAll, describe, expect, it } from "vitest";
import { notifyOfBreaches } from "#server/cases/casework/breaches.ts";
import { notifyOfBudget } from "#server/messaging/outbox/sms-budget.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";

const society = useServedSociety();
const people = { AUNT: "administrator", LEFT: "treasurer", GONE: "clerk" };

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1");
  for (const [staffNo, role] of Object.entries(people)) await employ(society, staffNo, role);
  await society.owner.query("update staff set mobile_number = '+25471100000' || id % 10");
  await society.owner
    .query(`update staff set suspended_at = '${TEST_CLOCK_STARTS}', suspended_by = 'staff:AUNT',
    suspended_because = 'Left' where staff_no in ('LEFT', 'GONE')`);
});

const send = async (who: string, path: string, body: unknown) => {
  const reply = await society.send("POST", path, { token: await signIn(society, who), body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body as { caseNo: string; seen: string; officers: { staffNo: string }[] };
};

/** Returns the staff who were sent a message since the last call. */
async function told(): Promise<string[]> {
  const found = await society.owner.query<{ staff_no: string }>(
    `with sent as (delete from outbox_message returning recipient)
      select distinct s.staff_no from sent join staff s on s.mobile_number = sent.recipient`,
  );
  return found.rows.map((row) => row.staff_no);
}

describe("suspended staff", () => {
  it("are notified for another 72 hours of what the office does, but get no work", async () => {
    await society.owner.query("update sms_budget set month_cents = 100000");
    await told();
    const change = (text: string) =>
      society.database.unitOfWork("staff:AUNT", (work) => {
        return text === "office"
          ? notifyOffice(work, "settings-contacts", {}, () => {})
          : notifyOfBudget(work, 80, () => {});
      });
    await change("office");
    expect((await told()).toSorted()).toEqual(["AUNT", "GONE", "LEFT"]);
    await change("budget");
    expect(await told()).toEqual(["AUNT"]);
    society.clock.advance(72 * 3600 + 1);
    await change("office");
    expect(await told()).toEqual(["AUNT"]);
  });

  it("get no new cases, and the administrators are notified of theirs instead", async () => {
    const said = { kind: "question", anonymous: false, suggestion: "When is the meeting?" };
    const { caseNo } = await send("MS1", "/api/v1/own-cases", said);
    const token = await signIn(society, "AUNT");
    const path = `/api/v1/cases/${caseNo}`;
    const { body } = await society.send("GET", path, { token });
    const { seen, officers } = body as { seen: string; officers: { staffNo: string }[] };
    expect(officers.map(({ staffNo }) => staffNo)).toEqual(["AUNT"]);
    const given = await society.send("POST", `${path}/assignment`, {
      token,
      body: { seen, to: "GONE" },
    });
    expect(given.body).toMatchObject({ errors: [{ field: "to" }] });
    // Assigned before they were suspended.
    await society.owner.query(
      "update member_case set assigned_to = (select id from staff where staff_no = 'GONE')",
    );
    await told();
    society.clock.set(new Date(Date.parse(TEST_CLOCK_STARTS) + 30 * 86_400_000).toISOString());
    expect(await notifyOfBreaches(society.database, () => {})).toBe(1);
    expect(await told()).toEqual(["AUNT"]);
  });
});
