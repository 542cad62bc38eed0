import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { releaseDue } from "#server/withdrawals/requests/release.ts";
import { bankCalls } from "#test/bank-transfers.ts";
import { payoutOf, sendAccepted, totalOf } from "#test/payouts.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, reasonOf, useServedSociety } from "#test/served-society.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const society = useServedSociety({
  limits: { ...manyWrites, signInFailuresPerIp: 10_000 },
});
const tokens: Record<string, string> = {};
const { decide, newMember, post, standing, withdraw } = withdrawalCalls(society, tokens);
const balance = (memberNo: string) => totalOf(society, "withdrawable-deposits", memberNo);
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const suspend = (memberNo: string) =>
  post(`/api/v1/members/${memberNo}/suspension`, "CLERK", { reason: "Phone stolen, by a call" });
const leave = async () => {
  await releaseDue(society.database, () => {});
  await sendAccepted(society);
};
const signInStaff = async () => {
  for (const who of ["CLERK", "TREASURER"]) tokens[who] = await signIn(society, who);
};
/** A member whose password was reset a minute ago. */
const memberAfterReset = async () => {
  const memberNo = await newMember(5000);
  society.clock.advance(60);
  await society.owner.query("update login set password_changed_at = $2 where login_no = $1", [
    memberNo,
    society.clock.stillAt(),
  ]);
  society.clock.advance(60);
  tokens[memberNo] = await signIn(society, memberNo);
  return memberNo;
};
const afterTheHold = async (memberNo: string) => {
  society.clock.advance(25 * 3600);
  tokens[memberNo] = await signIn(society, memberNo);
};

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
});
beforeEach(signInStaff);

describe("for a day after a password reset, a withdrawal", () => {
  it.each(["phone", "office"])("by %s is still given up by its member", async (channel) => {
    const memberNo = await memberAfterReset();
    const asked = await withdraw(memberNo, { amount: 500, channel });
    expect(asked.body).toMatchObject({ progress: "notice", readyOn: dayAfter() });
    const [told] = await society.messages();
    expect(told?.text).toContain(`leaves on`);
    await leave();
    const path = `/api/v1/withdrawals/${idOf(asked)}/cancellation`;
    expect((await post(path, memberNo, {})).status).toBe(201);
    expect(await balance(memberNo)).toBe(5000);
  });

  it("is still rejected by the office, which reads until when it is held", async () => {
    const memberNo = await memberAfterReset();
    const id = idOf(await withdraw(memberNo, { amount: 500, channel: "phone" }));
    const { body } = await society.send("GET", `/api/v1/withdrawals/${id}`, {
      token: tokens["TREASURER"] ?? "",
    });
    const { shown } = body as { shown: { name: string; value: string }[] };
    expect(shown.find(({ name }) => name === "held-until")?.value).toMatch(/^2026-.*Z$/);
    expect((await decide("TREASURER", id, "rejection")).status).toBe(201);
    expect(await balance(memberNo)).toBe(5000);
  });

  it("never leaves if the office suspends its member in time", async () => {
    const memberNo = await memberAfterReset();
    const id = idOf(await withdraw(memberNo, { amount: 5000, channel: "phone" }));
    expect((await suspend(memberNo)).status).toBe(201);
    society.clock.advance(25 * 3600);
    await signInStaff();
    await leave();
    expect((await decide("TREASURER", id, "rejection")).status).toBe(201);
    expect(await balance(memberNo)).toBe(5000);
  });

  it("is not queued, whatever writes it", async () => {
    const memberNo = await memberAfterReset();
    const id = idOf(await withdraw(memberNo, { amount: 500, channel: "phone" }));
    const queued = society.database.unitOfWork("test", (work) =>
      work.run("update withdrawal set state = 'queued', queued_at = akiba_now() where id = $1", [
        id,
      ]),
    );
    await expect(queued).rejects.toThrow(/cannot go from requested to queued/);
  });

  it("is sent once the day is over", async () => {
    const memberNo = await memberAfterReset();
    await withdraw(memberNo, { amount: 500, channel: "phone" });
    await afterTheHold(memberNo);
    await leave();
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "sending" }] });
  });
});

it("a queued withdrawal is not sent while its member is suspended", async () => {
  const memberNo = await newMember(5000);
  await withdraw(memberNo, { amount: 500, channel: "phone" });
  await suspend(memberNo);
  await sendAccepted(society);
  expect(await payoutOf(society, memberNo)).toMatchObject({ state: "waiting" });
});

describe("a queued withdrawal of a suspended member", () => {
  it.each(["phone", "office"])("by %s is rejected by the office once, with its fee", async (by) => {
    const memberNo = await newMember(5000);
    const id = idOf(await withdraw(memberNo, { amount: 500, channel: by }));
    expect(reasonOf(await decide("TREASURER", id, "rejection"))).toBe("withdrawal-state");
    await suspend(memberNo);
    expect((await decide("CLERK", id, "rejection")).status).toBe(403);
    const rejected = await decide("TREASURER", id, "rejection");
    expect(rejected.status, rejected.text).toBe(201);
    expect(await balance(memberNo)).toBe(5000);
    expect(await payoutOf(society, memberNo)).toMatchObject({ state: "failed" });
    expect(reasonOf(await decide("TREASURER", id, "rejection"))).toBe("withdrawal-state");
    expect((await post(`/api/v1/members/${memberNo}/resumption`, "CLERK", {})).status).not.toBe(
      500,
    );
    await leave();
    expect(await balance(memberNo)).toBe(5000);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is not rejected once it was sent, nor by its member as a member of staff", async () => {
    const sent = await newMember(5000);
    const id = idOf(await withdraw(sent, { amount: 500, channel: "phone" }));
    await sendAccepted(society);
    await suspend(sent);
    expect(reasonOf(await decide("TREASURER", id, "rejection"))).toBe("withdrawal-state");
    const own = await newMember(5000);
    const ownId = idOf(await withdraw(own, { amount: 500, channel: "phone" }));
    await suspend(own);
    const link = (memberNo: string | null) =>
      society.owner.query(
        `update staff set member_id = (select id from member where member_no = $1)
          where staff_no = 'TREASURER'`,
        [memberNo],
      );
    await link(own);
    expect(reasonOf(await decide("TREASURER", ownId, "rejection"))).toMatch(/two-people|own/);
    await link(null);
    expect(await balance(own)).toBe(4500);
  });
});

it("a queued withdrawal does not go to the bank while its member is suspended", async () => {
  const memberNo = await newMember(5000);
  const { askDetails, agree, get } = bankCalls(society, (who) => tokens[who] ?? "");
  await agree(await askDetails(memberNo), "TREASURER");
  society.clock.advance(73 * 3600);
  await signInStaff();
  tokens[memberNo] = await signIn(society, memberNo);
  await withdraw(memberNo, { amount: 500, channel: "office" });
  expect((await get("eft-queue", "TREASURER")).body).toMatchObject({ rows: [{ memberNo }] });
  await suspend(memberNo);
  expect((await get("eft-queue", "TREASURER")).body).toMatchObject({ rows: [], without: 0 });
});

const dayAfter = () =>
  new Date(society.clock.stillAt().getTime() + 27 * 3_600_000).toISOString().slice(0, 10);
