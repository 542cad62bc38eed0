import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyDueContactChanges } from "#test/contact-changes.ts";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { payoutOf, payToPhones, totalOf } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { contactMessages } from "./messages.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const OLD = "+254712000701";
const NEW = "+254799000702";
const path = "/api/v1/contact-changes";
// The test society is at 15/04 once the dividend is paid.
const DAY = "2026-04-15T06:12:00Z";

beforeAll(async () => {
  await foundSociety(society);
  await payToPhones(society, {
    CC1: { deposits: 100_000, mobile: OLD },
    CC2: { deposits: 100_000, mobile: "+254712000703" },
  });
  for (const memberNo of ["CC3", "CC4", "CC5", "CC6"]) await enrolWithLogin(society, memberNo);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
  }
});

/** Signs everybody in again: a session does not last as long as a hold. */
async function at(moment: string): Promise<void> {
  society.clock.set(moment);
  await society.owner.query("delete from session");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    tokens[role] = await signIn(society, role.toUpperCase());
  }
}

beforeEach(() => at(DAY));

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: to, body });
async function asked(memberNo: string, who = "clerk", mobileNo = NEW): Promise<string> {
  const known = { identifiedBy: "id-card", reason: "Came to the office" };
  const reply = await send(who, path, { memberNo, mobileNo, ...known });
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { id: string }).id;
}
const apply = () => applyDueContactChanges(society);
async function memberOf(memberNo: string) {
  const found = await society.owner.query<{ mobile_number: string; confirmed: boolean }>(
    `select mobile_number, mobile_confirmed_at is not null as confirmed from member
      where member_no = $1`,
    [memberNo],
  );
  return found.rows[0];
}
async function newsOf(template: string) {
  const found = await society.owner.query<{ recipient: string }>(
    "select recipient from outbox_message where template = $1 order by recipient",
    [template],
  );
  return found.rows.map(({ recipient }) => recipient);
}

steps("a change of the number that money is paid to", () => {
  it("takes two people, and notifies both numbers each time", async () => {
    const id = await asked("CC1");
    expect(await newsOf("contact-change-asked")).toEqual([OLD, NEW]);
    expect((await send("clerk", `${path}/${id}/approval`)).status).toBe(403);
    const approved = await send("treasurer", `${path}/${id}/approval`);
    expect(approved.status, approved.text).toBe(201);
    expect(approved.body).toMatchObject({
      state: "approved",
      askedBy: "staff:CLERK",
      approvedBy: "staff:TREASURER",
      heldUntil: "2026-04-18T06:12:00.000Z",
    });
    expect(await newsOf("contact-change-approved")).toEqual([OLD, NEW]);
  });

  it("changes nothing for 72 hours, and payouts wait meanwhile", async () => {
    await at("2026-04-18T06:11:59Z");
    expect(await apply()).toBe(0);
    expect(await memberOf("CC1")).toEqual({ mobile_number: OLD, confirmed: true });
    // A waiting payout stays where it is while the change is on hold.
    const file = await send("administrator", "/api/v1/payout-files");
    expect(file.body).toMatchObject({ payments: 1 });
    expect(await payoutOf(society, "CC1")).toMatchObject({ state: "waiting" });
  });

  it("takes effect then, once, and voids the codes sent to the old number", async () => {
    tokens["CC1"] = await signIn(society, "CC1");
    expect((await send("CC1", "/api/v1/mobile-confirmation/code")).status).toBe(201);
    await at("2026-04-18T06:12:00Z");
    expect(await Promise.all([apply(), apply(), apply()])).toContain(1);
    expect(await memberOf("CC1")).toEqual({ mobile_number: NEW, confirmed: false });
    expect(await newsOf("contact-change-in-force")).toEqual([OLD, NEW]);
    const open = await society.owner.query(
      `select from otp where member_no = 'CC1' and used_at is null and replaced_at is null`,
    );
    expect(open.rowCount).toBe(0);
  });

  it("returns payouts waiting for the old number to the dividend account, for staff", async () => {
    const payout = await payoutOf(society, "CC1");
    expect(payout).toMatchObject({ state: "failed", problem: "number-changed" });
    expect(await totalOf(society, "dividend-payable", "CC1")).toBe(10_450);
    await at("2026-04-18T07:00:00Z");
    const retry = `/api/v1/payouts/${payout.id}/retry`;
    expect((await send("treasurer", retry)).body).toMatchObject({ reason: "payout-unconfirmed" });
    await society.owner.query(
      "update member set mobile_confirmed_at = akiba_now() where member_no = 'CC1'",
    );
    expect((await send("treasurer", retry)).body).toMatchObject({
      state: "waiting",
      mobileNo: "0799 *** 702",
    });
    expect(await totalOf(society, "dividend-payable", "CC1")).toBe(0);
  });

  it("is approved once, by somebody else, even if many try at once", async () => {
    const own = await asked("CC2", "administrator");
    const alone = await send("administrator", `${path}/${own}/approval`);
    expect(alone.body).toMatchObject({ reason: "change-two-people" });
    await expect(
      society.owner.query(
        `update contact_change_request set state = 'approved', approved_by = asked_by,
            approved_at = akiba_now(), held_until = akiba_now() + interval '72 hours'
          where id = $1`,
        [own],
      ),
    ).rejects.toThrow("contact_change_two_people");
    const tries = Array.from({ length: 5 }, () => send("treasurer", `${path}/${own}/approval`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    const second = await asked("CC2", "clerk", "+254799000799");
    expect((await send("treasurer", `${path}/${second}/approval`)).body).toMatchObject({
      reason: "change-held",
    });
  });

  it("can be cancelled in the hold by office or member, and then never takes effect", async () => {
    const office = await asked("CC3");
    await send("treasurer", `${path}/${office}/approval`);
    const reason = { reason: "The member called" };
    const ended = await send("clerk", `${path}/${office}/cancellation`, reason);
    expect(ended.body).toMatchObject({ state: "cancelled", endedBecause: "The member called" });
    const own = await asked("CC4");
    await send("treasurer", `${path}/${own}/approval`);
    tokens["CC4"] = await signIn(society, "CC4");
    const seen = () =>
      society.send("GET", "/api/v1/contact-change", { token: tokens["CC4"] ?? "" });
    expect((await seen()).body).toMatchObject({
      change: { state: "approved", mobileNo: expect.stringMatching(/^0\d{3} \*{3} \d{3}$/) },
    });
    expect((await send("CC4", "/api/v1/contact-change/cancellation")).body).toEqual({
      cancelled: 1,
    });
    expect((await seen()).body).toEqual({ change: null });
    const rejected = await asked("CC5");
    await send("treasurer", `${path}/${rejected}/rejection`, { reason: "No ID was shown" });
    await at("2026-04-25T06:12:00Z");
    await apply();
    for (const memberNo of ["CC3", "CC4", "CC5"]) {
      expect((await memberOf(memberNo))?.mobile_number).toBe("+254712000482");
    }
    expect((await send("treasurer", `${path}/${office}/approval`)).body).toMatchObject({
      reason: "change-state",
    });
  });

  it("waits for a day after the password was reset", async () => {
    const id = await asked("CC6");
    await send("treasurer", `${path}/${id}/approval`);
    const loginId = await memberIdOf(society, "CC6");
    await society.owner.query(
      "update login set password_changed_at = '2026-04-18T00:00:00Z' where member_id = $1",
      [loginId],
    );
    await at("2026-04-18T23:59:00Z");
    await apply();
    expect((await memberOf("CC6"))?.mobile_number).toBe("+254712000482");
    const known = { identifiedBy: "known", reason: "Lost the phone" };
    const again = { memberNo: "CC6", mobileNo: "+254799000711", ...known };
    expect((await send("clerk", path, again)).body).toMatchObject({ reason: "payout-held" });
    await at("2026-04-19T00:00:00Z");
    await apply();
    expect((await memberOf("CC6"))?.mobile_number).toBe(NEW);
  });

  it("is listed with its requester and approver, and is in the audit log", async () => {
    const list = async (tab: string) => {
      const reply = await society.send("GET", `${path}?tab=${tab}`, {
        token: tokens["clerk"] ?? "",
      });
      return reply.body as { rows: { memberNo: string; state: string }[] };
    };
    // The waiting one first, then finished ones, latest first.
    expect(await list("waiting")).toMatchObject({
      rows: [{ memberNo: "CC2" }],
      waiting: 1,
      held: 0,
    });
    const done = await list("done");
    expect(done.rows.map(({ memberNo, state }) => `${memberNo} ${state}`)).toEqual([
      "CC6 in-force",
      "CC5 rejected",
      "CC4 cancelled",
      "CC3 cancelled",
      "CC2 in-force",
      "CC1 in-force",
    ]);
    expect(done.rows.at(-1)).toMatchObject({
      oldMobileNo: "0712 *** 701",
      mobileNo: NEW,
      reason: "Came to the office",
      identifiedBy: "id-card",
      overAt: "2026-04-18T06:12:00.000Z",
    });
    const trail = await society.owner.query<{ action: string }>(
      "select distinct action from audit_record where action like 'contact-change%' order by 1",
    );
    expect(trail.rows.map(({ action }) => action)).toEqual([
      "contact-change-approved",
      "contact-change-asked",
      "contact-change-cancelled",
      "contact-change-in-force",
      "contact-change-rejected",
    ]);
  });

  it("is rejected if it changes nothing", async () => {
    const known = { identifiedBy: "known", reason: "The same" };
    const body = { memberNo: "CC3", mobileNo: "0712 000 482", ...known };
    expect((await send("clerk", path, body)).body).toMatchObject({
      errors: [{ field: "mobileNo" }],
    });
  });
});

describe("the messages to both numbers", () => {
  it.each(contactMessages.map((template) => [template.name, template] as const))(
    "%s fits one SMS in both languages",
    (_, { render }) => {
      const params = {
        society: "Uzima Hospital Sacco",
        phone: "0709 000 210",
        ends: "702",
        date: "2026-04-18",
        time: "09:12",
      };
      for (const language of ["en", "sw"] as const) {
        const { text } = render(language, params);
        expect(text.length, text).toBeLessThanOrEqual(160);
        expect(text).toMatch(/^[\x20-\x7e]+$/);
        expect(text).not.toMatch(/[{}]/);
      }
    },
  );
});
