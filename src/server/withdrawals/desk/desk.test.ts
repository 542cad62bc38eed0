import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { sendAccepted, totalOf } from "#test/payouts.ts";
import { employ, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, reasonOf, useServedSociety } from "#test/served-society.ts";
import { fillSafe } from "#test/tills.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
    signInFailuresPerIp: 10_000,
    otpSendsPerIpPerHour: 10_000,
    otpSignedInBudgetPerDay: 10_000,
  },
});
const tokens: Record<string, string> = {};
const { codeIn, codeOf, decide, newMember, post, standing, withdraw } = withdrawalCalls(
  society,
  tokens,
);
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const large = { amount: 25_000, channel: "phone" };
const get = async (path: string, who = "TREASURER") =>
  (await society.send("GET", path, { token: tokens[who] ?? "" })).body;
const link = async (staffNo: string, memberNo: string) => {
  const memberId = await memberIdOf(society, memberNo);
  await society.owner.query(
    `alter table staff disable trigger user;
    update staff set member_id = null where member_id is not null`,
  );
  await society.owner.query("update staff set member_id = $2 where staff_no = $1", [
    staffNo,
    memberId,
  ]);
  await society.owner.query("alter table staff enable trigger user");
};

beforeAll(async () => {
  await foundSociety(society);
  await fillSafe(society, 1_000_000);
  const staff = {
    CLERK: "clerk",
    TREASURER: "treasurer",
    ADMIN: "administrator",
    LOANS: "loans-officer",
    AUDITOR: "auditor",
  };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

describe("a withdrawal above the office's amount", () => {
  it("waits, holding its money, and leaves once a second person approves it", async () => {
    const memberNo = await newMember(60_000);
    const asked = await withdraw(memberNo, large);
    expect(asked.body).toMatchObject({ progress: "approval" });
    expect(await of("withdrawable-deposits", memberNo)).toBe(35_000);
    expect(await sendAccepted(society)).toBe(0);
    expect(await get("/api/v1/withdrawals")).toMatchObject({
      tabs: [{ tab: "approval" }, {}, {}, {}],
      rows: [{ memberNo, amount: 25_000, progress: "approval" }],
    });
    const approved = await decide("TREASURER", idOf(asked), "approval");
    expect(approved.status, approved.text).toBe(201);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "waiting" }] });
    expect(await sendAccepted(society)).toBe(1);
    expect(reasonOf(await decide("ADMIN", idOf(asked), "approval"))).toBe("withdrawal-state");
  });

  it("is rejected with a reason, and its money is back on the account", async () => {
    const memberNo = await newMember(60_000);
    const asked = await withdraw(memberNo, large);
    expect((await decide("ADMIN", idOf(asked), "rejection")).status).toBe(201);
    expect(await of("withdrawable-deposits", memberNo)).toBe(60_000);
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "rejected", reason: "Not theirs" }],
    });
    expect(reasonOf(await decide("ADMIN", idOf(asked), "approval"))).toBe("withdrawal-state");
  });

  it("is approved once, however many approve it at once", async () => {
    const memberNo = await newMember(60_000);
    const id = idOf(await withdraw(memberNo, large));
    const tries = ["TREASURER", "ADMIN", "TREASURER", "ADMIN"].map((who) =>
      decide(who, id, "approval"),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    const found = await society.owner.query(
      "select count(*)::int as payouts from payout where withdrawal_id = $1",
      [id],
    );
    expect(found.rows).toEqual([{ payouts: 1 }]);
  });

  it("is not approved by the member of staff who is its member", async () => {
    const memberNo = await newMember(60_000);
    await link("TREASURER", memberNo);
    const id = idOf(await withdraw(memberNo, large));
    expect(reasonOf(await decide("TREASURER", id, "approval"))).toBe("approval-two-people");
    expect(reasonOf(await decide("TREASURER", id, "rejection"))).toBe("approval-two-people");
    expect((await decide("ADMIN", id, "approval")).status).toBe(201);
  });

  it("is decided only by those who may, and not in a new role", async () => {
    const memberNo = await newMember(60_000);
    const id = idOf(await withdraw(memberNo, large));
    for (const who of ["CLERK", "LOANS", "AUDITOR"]) {
      expect((await decide(who, id, "approval")).status).toBe(403);
    }
    await society.owner.query(
      "update staff set role_since = akiba_now() where staff_no = 'TREASURER'",
    );
    expect(reasonOf(await decide("TREASURER", id, "approval"))).toBe("role-too-new");
    await society.owner.query(
      "update staff set role_since = '2020-01-01' where staff_no = 'TREASURER'",
    );
  });

  it("is not approved after a change of what was shown", async () => {
    const memberNo = await newMember(60_000);
    const id = idOf(await withdraw(memberNo, large));
    const { shownDigest } = (await get(`/api/v1/withdrawals/${id}`)) as { shownDigest: string };
    await withdraw(memberNo, { amount: 500, channel: "phone" });
    const tried = await post(`/api/v1/withdrawals/${id}/approval`, "TREASURER", { shownDigest });
    expect(reasonOf(tried)).toBe("shown-changed");
  });

  it("is not approved once its member is suspended", async () => {
    const memberNo = await newMember(60_000);
    const id = idOf(await withdraw(memberNo, large));
    await society.owner.query("alter table member disable trigger user");
    await society.owner.query("update member set membership = 'suspended' where member_no = $1", [
      memberNo,
    ]);
    await society.owner.query("alter table member enable trigger user");
    expect(reasonOf(await decide("TREASURER", id, "approval"))).toBe("not-active");
  });
});

describe("a withdrawal at the counter", () => {
  const wish = { amount: 800, channel: "office" };
  const codeAt = async (memberNo: string, who = "CLERK", asked: object = wish) => {
    society.clock.advance(61);
    const sent = await post(`/api/v1/members/${memberNo}/withdrawals/code`, who, asked);
    return sent.status === 200 ? codeIn() : reasonOf(sent);
  };
  const enter = (memberNo: string, otp: string, who = "CLERK", asked: object = wish) =>
    post(`/api/v1/members/${memberNo}/withdrawals`, who, { ...asked, otp });

  it("takes the member's code, and is paid at the office by two people", async () => {
    const memberNo = await newMember(5000);
    const entered = await enter(memberNo, await codeAt(memberNo));
    expect(entered.status, entered.text).toBe(201);
    expect(entered.body).toMatchObject({ progress: "office", channel: "office" });
    expect(await of("withdrawable-deposits", memberNo)).toBe(4200);
    const { payoutId } = (await get(`/api/v1/withdrawals/${idOf(entered)}`)) as {
      payoutId: string;
    };
    const path = `/api/v1/payouts/${payoutId}`;
    const digest = async () => ((await get(path)) as { shownDigest: string }).shownDigest;
    const paid = { outcome: "paid", receipt: "CV-881", way: "cash" };
    const marked = await post(`${path}/result`, "ADMIN", {
      ...paid,
      shownDigest: await digest(),
    });
    expect(marked.status, marked.text).toBe(201);
    const agreed = await post(`${path}/confirmation`, "TREASURER", {
      agrees: true,
      shownDigest: await digest(),
    });
    expect(agreed.status, agreed.text).toBe(201);
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "arrived", receipt: "CV-881" }],
    });
  });

  it("is not entered without the member's code, nor with that of their own session", async () => {
    const memberNo = await newMember(5000);
    expect(reasonOf(await enter(memberNo, "000000"))).toBe("otp-refused");
    const own = await codeOf(memberNo, wish);
    expect(reasonOf(await enter(memberNo, own))).toBe("otp-refused");
    expect(await of("withdrawable-deposits", memberNo)).toBe(5000);
  });

  it("is not entered for another amount than the member read in the message", async () => {
    const memberNo = await newMember(5000);
    const otp = await codeAt(memberNo);
    const [latest] = await society.messages();
    expect(latest?.text).toContain("Ksh 800.00");
    const more = { amount: 900, channel: "office" };
    expect(reasonOf(await enter(memberNo, otp, "CLERK", more))).toBe("otp-refused");
  });

  it("is not entered by a member of staff for themselves", async () => {
    const memberNo = await newMember(5000);
    await link("CLERK", memberNo);
    expect(await codeAt(memberNo)).toBe("own-listing");
    expect(reasonOf(await enter(memberNo, "000000"))).toBe("own-listing");
  });

  it("above the office's amount is approved by another person than entered it", async () => {
    const memberNo = await newMember(60_000);
    const asked = { amount: 25_000, channel: "office" };
    const otp = await codeAt(memberNo, "ADMIN", asked);
    const id = idOf(await enter(memberNo, otp, "ADMIN", asked));
    expect(reasonOf(await decide("ADMIN", id, "approval"))).toBe("approval-two-people");
    expect((await decide("TREASURER", id, "approval")).status).toBe(201);
  });

  it("shows a teller no balance and no withdrawals", async () => {
    await employ(society, "TELLER", "teller");
    tokens["TELLER"] = await signIn(society, "TELLER");
    const memberNo = await newMember(7777);
    const token = tokens["TELLER"] ?? "";
    for (const path of [`/api/v1/members/${memberNo}/withdrawals`, "/api/v1/withdrawals"]) {
      expect((await society.send("GET", path, { token })).status, path).toBe(403);
    }
    const path = `/api/v1/members/${memberNo}/withdrawals/code`;
    const tried = await post(path, "TELLER", { amount: 9000, channel: "office" });
    expect(tried.status).toBe(422);
    expect(tried.text).toContain("does not cover this amount and the fee");
    expect(tried.text).not.toContain("7,777");
    const entered = await enter(memberNo, await codeAt(memberNo, "TELLER"), "TELLER");
    expect([entered.status, entered.text]).toEqual([201, expect.not.stringContaining("6977")]);
  });

  it("is entered by those who may", async () => {
    const memberNo = await newMember(5000);
    for (const who of ["LOANS", "AUDITOR", "TREASURER"]) {
      const path = `/api/v1/members/${memberNo}/withdrawals/code`;
      expect((await post(path, who, wish)).status).toBe(403);
    }
  });
});

describe("the books", () => {
  it("agree after all of it", async () => {
    expect(await reconcile(society.database)).toEqual([]);
  });
});
