import { beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT, bankCalls } from "#test/bank-transfers.ts";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { enrolWithLogin, signIn } from "#test/people.ts";
import { reasonOf } from "#test/served-society.ts";

const { society, tokens, tokenOf, employStaff, signStaffIn } = lendingSociety();
const { post, get, approve, setDetails, askDetails } = bankCalls(society, tokenOf);

beforeAll(employStaff);

const smsWith = async (...parts: readonly string[]) =>
  (await society.messages()).filter(({ text }) => parts.every((part) => text.includes(part)));

let members = 0;
/** Enrols a member with a confirmed number, signed in. */
async function newMember(): Promise<string> {
  const memberNo = `OB${(members += 1)}`;
  await enrolWithLogin(society, memberNo, {
    mobile: `+2547130000${String(members).padStart(2, "0")}`,
  });
  await society.owner.query(
    "update member set mobile_confirmed_at = akiba_now() where member_no = $1",
    [memberNo],
  );
  tokens[memberNo] = await signIn(society, memberNo);
  return memberNo;
}

/** Asks for a code for an account and returns it. */
async function codeFor(memberNo: string, account: object = {}): Promise<string> {
  await society.owner.query("delete from otp_standing where member_no = $1", [memberNo]);
  const sent = await post("bank-account/code", { ...ACCOUNT, ...account }, memberNo);
  expect(sent.status, sent.text).toBe(200);
  const [latest] = await smsWith("is your code to be paid to the bank account");
  return /\b\d{6}\b/.exec(latest?.text ?? "")?.[0] ?? "";
}

const giveWith = (memberNo: string, otp: string, account: object = {}) =>
  post("bank-account", { ...ACCOUNT, ...account, otp }, memberNo);

async function give(memberNo: string, account: object = {}): Promise<string> {
  const given = await giveWith(memberNo, await codeFor(memberNo, account), account);
  expect(given.status, given.text).toBe(201);
  return (given.body as { id: string }).id;
}

interface Standing {
  readonly blocked: string;
  readonly current?: { readonly id: string; readonly accountNo: string; readonly progress: string };
  readonly waiting?: { readonly id: string; readonly accountNo: string };
}
const standing = async (memberNo: string) => (await get("bank-account", memberNo)).body as Standing;
const cancel = (memberNo: string, id: string) =>
  post(`bank-account/${id}/cancellation`, {}, memberNo);

/** The request that waits for the account of a member. */
async function requestOf(memberNo: string): Promise<string> {
  const { rows } = await society.owner.query<{ id: string }>(
    "select id from approval where subject = 'bank-details:' || $1 order by id desc limit 1",
    [memberNo],
  );
  return rows[0]?.id ?? "";
}

const link = (staffNo: string, memberNo: string | null) =>
  society.owner.query(
    "update staff set member_id = (select id from member where member_no = $2) where staff_no = $1",
    [staffNo, memberNo],
  );

describe("a bank account that its member gives", () => {
  it("takes a code that names it, one approval of the office, and waits 72 hours", async () => {
    const memberNo = await newMember();
    await give(memberNo);
    expect(await smsWith("you asked to be paid", "ending 344")).not.toEqual([]);
    expect(await standing(memberNo)).toMatchObject({ waiting: { accountNo: "•••344" } });
    expect((await approve(await requestOf(memberNo), "OFFICER")).status).toBe(201);
    expect(await standing(memberNo)).toMatchObject({ current: { progress: "waiting" } });
    society.clock.advance(73 * 3600);
    await signStaffIn();
    tokens[memberNo] = await signIn(society, memberNo);
    expect(await standing(memberNo)).toMatchObject({ current: { progress: "usable" } });
  });

  it("is not approved by the member who works at the office, nor by the same person", async () => {
    const memberNo = await newMember();
    await give(memberNo);
    await link("OFFICER", memberNo);
    expect(reasonOf(await approve(await requestOf(memberNo), "OFFICER"))).toBe(
      "approval-two-people",
    );
    await link("OFFICER", null);
  });

  it("is not given by a code for another account, and by none twice", async () => {
    const memberNo = await newMember();
    const otp = await codeFor(memberNo);
    for (const other of [
      { accountNo: "0099887766" },
      { branchCode: "12001" },
      { accountName: "Somebody Else" },
    ]) {
      expect(reasonOf(await giveWith(memberNo, otp, other))).toBe("otp-refused");
    }
    const again = await codeFor(memberNo);
    expect((await giveWith(memberNo, again)).status).toBe(201);
    expect(reasonOf(await giveWith(memberNo, again))).toBe("approval-waits");
    await cancel(memberNo, (await standing(memberNo)).waiting?.id ?? "");
    expect(reasonOf(await giveWith(memberNo, again))).toBe("otp-refused");
  });

  it("is not given with the code of another member", async () => {
    const [one, two] = [await newMember(), await newMember()];
    const otp = await codeFor(one);
    expect(reasonOf(await giveWith(two, otp))).toBe("otp-refused");
  });

  it("is neither given nor approved once its member is suspended", async () => {
    const memberNo = await newMember();
    await give(memberNo);
    const suspend = (state: string) =>
      society.owner.query("update member set membership = $2 where member_no = $1", [
        memberNo,
        state,
      ]);
    await suspend("suspended");
    expect((await post("bank-account/code", ACCOUNT, memberNo)).status).toBeGreaterThan(400);
    expect(reasonOf(await approve(await requestOf(memberNo), "OFFICER"))).toBe("not-active");
    await suspend("active");
    expect((await approve(await requestOf(memberNo), "OFFICER")).status).toBe(201);
  });

  it("is not given within a day of a password reset, nor without a confirmed number", async () => {
    const memberNo = await newMember();
    await society.owner.query(
      `update login set password_changed_at = akiba_now(),
          created_at = akiba_now() - interval '1 day'
        where login_no = $1`,
      [memberNo],
    );
    expect(await standing(memberNo)).toMatchObject({ blocked: "held" });
    expect(reasonOf(await post("bank-account/code", ACCOUNT, memberNo))).toBe("payout-held");
    await society.owner.query(
      "update login set password_changed_at = created_at where login_no = $1",
      [memberNo],
    );
    await society.owner.query("update member set mobile_confirmed_at = null where member_no = $1", [
      memberNo,
    ]);
    expect(await standing(memberNo)).toMatchObject({ blocked: "number" });
    expect(reasonOf(await post("bank-account/code", ACCOUNT, memberNo))).toBe("mobile-unconfirmed");
  });

  it("warns the number that was replaced a short time ago as well", async () => {
    const memberNo = await newMember();
    await society.owner.query("set session_replication_role = replica");
    await society.owner.query(
      `insert into contact_change_request (member_id, mobile_number, email, asked_by, asked_because,
          identified_by, state, approved_by, approved_at, held_until, in_force_at,
          old_mobile_number, old_email)
        select id, mobile_number, '', 'staff:CLERK', 'Lost', 'known', 'in-force', 'staff:OFFICER',
          akiba_now() - interval '9 days', akiba_now() - interval '2 days',
          akiba_now() - interval '2 days', '+254799000111', ''
        from member where member_no = $1`,
      [memberNo],
    );
    await society.owner.query("set session_replication_role = origin");
    await give(memberNo, { accountNo: "5566778899" });
    const { rows } = await society.owner.query(
      `select recipient from outbox_message
        where template = 'bank-details-given' and params ->> 'ends' = '899'`,
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ recipient: "+254799000111" });
    const { rows: shown } = (await get("approvals", "OFFICER")).body as {
      rows: readonly { id: string; facts: readonly { name: string }[] }[];
    };
    const request = await requestOf(memberNo);
    const names = shown.find(({ id }) => id === request)?.facts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["bankCodeTo", "numberSince"]));
  });

  it.each(["requested", "approved"])("is stopped by its member while %s", async (state) => {
    const memberNo = await newMember();
    const id = await give(memberNo);
    const request = await requestOf(memberNo);
    if (state === "approved") expect((await approve(request, "OFFICER")).status).toBe(201);
    const other = await newMember();
    expect(reasonOf(await cancel(other, id))).toBe("no-such-bank-account");
    expect((await cancel(memberNo, id)).status).toBe(201);
    expect(reasonOf(await cancel(memberNo, id))).toBe("no-such-bank-account");
    expect(await smsWith("you stopped the bank account", "ending 344")).not.toEqual([]);
    expect(await standing(memberNo)).not.toHaveProperty("current");
    expect(await standing(memberNo)).not.toHaveProperty("waiting");
    expect((await approve(request, "OFFICER")).status).toBeGreaterThan(400);
    // Another one can be given at once.
    await give(memberNo, { accountNo: "0099887766" });
  });

  it("that the office requested is stopped by the member as well", async () => {
    const memberNo = await newMember();
    const asked = await askDetails(memberNo);
    expect(asked.status).toBe(201);
    const { waiting } = await standing(memberNo);
    expect((await cancel(memberNo, waiting?.id ?? "")).status).toBe(201);
    const { approvalId } = asked.body as { approvalId: string };
    expect((await approve(approvalId, "OFFICER")).status).toBeGreaterThan(400);
    await setDetails(memberNo);
  });

  it("that the office rejects is notified to its member", async () => {
    const memberNo = await newMember();
    await give(memberNo, { accountNo: "4455667788" });
    const request = await requestOf(memberNo);
    const rejected = await post(
      `approvals/${request}/rejection`,
      { reason: "Not theirs" },
      "OFFICER",
    );
    expect(rejected.status, rejected.text).toBe(201);
    expect(await smsWith("did not approve the bank account ending 788")).not.toEqual([]);
  });

  it.each([
    ["accountNo", "1234"],
    ["branchCode", "1100"],
    ["bankName", "=Benki"],
    ["accountName", ""],
  ])("with a bad %s %j is rejected beside the field", async (field, value) => {
    const memberNo = await newMember();
    const reply = await post("bank-account/code", { ...ACCOUNT, [field]: value }, memberNo);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(`"${field}"`);
  });
});

describe("the database", () => {
  const plant = (memberNo: string, requestedBy: string, approval: string) =>
    society.owner.query(
      `insert into member_bank_details (member_id, bank_name, branch_code, account_no,
          account_name, approval_id, requested_by)
        select id, 'Benki', '11000', '0011223344', 'Name', $3, $2 from member where member_no = $1`,
      [memberNo, requestedBy, approval],
    );

  it("lets no member give an account without a code, and nobody else stop it", async () => {
    const memberNo = await newMember();
    const id = await give(memberNo);
    await expect(
      plant(memberNo, `member:${memberNo}`, await requestOf(memberNo)),
    ).rejects.toMatchObject({ constraint: "bank_details_by_code" });
    await expect(
      society.owner.query(
        `update member_bank_details set state = 'cancelled', cancelled_by = 'staff:CLERK',
            cancelled_at = akiba_now() where id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ constraint: "bank_details_own" });
  });
});
