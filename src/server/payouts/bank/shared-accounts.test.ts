import { beforeAll, describe, expect, it } from "vitest";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { bankCalls } from "#test/bank-transfers.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";
import { enrol } from "#test/people.ts";
import type { Reply } from "#test/served-society.ts";

const lending = lendingSociety();
const { society, tokenOf, employStaff, signStaffIn, disbursed } = lending;
const { get, post, approve, agree, askDetails, setDetails } = bankCalls(society, tokenOf);

beforeAll(employStaff);

const idIn = ({ body }: Reply): string => (body as { approvalId: string }).approvalId;

interface Shown {
  readonly id: string;
  readonly digest: string;
  readonly facts: readonly Fact[];
}

/** A request of bank details, as the second person sees it. */
async function shownTo(who: string, asked: Reply): Promise<Shown> {
  expect(asked.status, asked.text).toBe(201);
  const { rows } = (await get("approvals", who)).body as { rows: readonly Shown[] };
  const found = rows.find(({ id }) => id === idIn(asked));
  if (found === undefined) throw new Error("the request is not shown");
  return found;
}

const factOf = ({ facts }: Shown, name: string) => facts.find((one) => one.name === name)?.value;

let members = 0;
async function member(): Promise<{ memberNo: string; label: string }> {
  const memberNo = `SA${(members += 1)}`;
  await enrol(society, memberNo);
  const { rows } = await society.owner.query<{ full_name: string }>(
    "select full_name from member where member_no = $1",
    [memberNo],
  );
  return { memberNo, label: `${rows[0]?.full_name}, ${memberNo}` };
}

describe("a bank account that another member has", () => {
  it.each([
    ["as it is", "0033445566", "0033445566"],
    ["without its leading zeros", "0033445577", "33445577"],
    ["with more zeros, blanks and dashes", "33445588", "000 3344-5588"],
  ])("is shown to the second person, written %s", async (_, first, second) => {
    const [one, two] = [await member(), await member()];
    await setDetails(one.memberNo, { accountNo: first });
    const asked = await askDetails(two.memberNo, "CLERK", {
      accountNo: second,
      branchCode: "12001",
    });
    const shown = await shownTo("OFFICER", asked);
    expect(factOf(shown, "bankAccountAlso")).toBe(one.label);
    expect(factOf(shown, "bankAccountAlsoStaff")).toBeUndefined();
  });

  it("is shown as that of staff, although they have another account since", async () => {
    const [one, two, other] = [await member(), await member(), await member()];
    await setDetails(one.memberNo, { accountNo: "0055001122" });
    await setDetails(one.memberNo, { accountNo: "0055001133" });
    await setDetails(other.memberNo, { accountNo: "55001122" });
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = $1)
        where staff_no = 'CLERK'`,
      [one.memberNo],
    );
    const asked = await askDetails(two.memberNo, "ADMIN", { accountNo: "0055001122" });
    const shown = await shownTo("OFFICER", asked);
    expect(factOf(shown, "bankAccountAlsoStaff")).toBe(one.label);
    expect(factOf(shown, "bankAccountAlso")).toBe(other.label);
  });

  it("is not shown for the member's own account, nor for another number", async () => {
    const [one, two] = [await member(), await member()];
    await setDetails(one.memberNo, { accountNo: "0066001122" });
    for (const [memberNo, accountNo] of [
      [one.memberNo, "0066001122"],
      [two.memberNo, "00660011220"],
    ] as const) {
      const shown = await shownTo("OFFICER", await askDetails(memberNo, "CLERK", { accountNo }));
      expect(factOf(shown, "bankAccountAlso"), memberNo).toBeUndefined();
    }
  });

  it("is not approved by somebody who read the request before the other asked for it", async () => {
    const [one, two] = [await member(), await member()];
    const asked = await askDetails(one.memberNo, "CLERK", { accountNo: "0077001122" });
    const stale = await shownTo("OFFICER", asked);
    const second = await askDetails(two.memberNo, "CLERK", { accountNo: "77001122" });
    const { digest } = stale;
    const reply = await post(`approvals/${stale.id}/approval`, { digest }, "OFFICER");
    expect(reply.status, reply.text).toBe(409);
    expect(factOf(await shownTo("OFFICER", asked), "bankAccountAlso")).toBe(two.label);
    await agree(asked, "OFFICER");
    const rejected = await post(
      `approvals/${idIn(second)}/rejection`,
      { reason: "Not the account of this member" },
      "OFFICER",
    );
    expect(rejected.status, rejected.text).toBe(201);
  });

  it("is forgotten once its request is rejected", async () => {
    const [one, two] = [await member(), await member()];
    const first = await askDetails(one.memberNo, "CLERK", { accountNo: "0088001122" });
    const reason = { reason: "Not the account of this member" };
    await post(`approvals/${idIn(first)}/rejection`, reason, "OFFICER");
    const asked = await askDetails(two.memberNo, "CLERK", { accountNo: "0088001122" });
    expect(factOf(await shownTo("OFFICER", asked), "bankAccountAlso")).toBeUndefined();
    expect((await approve(idIn(asked), "OFFICER")).status).toBe(201);
  });
});

it("payouts that wait for a bank account are listed with their members", async () => {
  const { memberNo, loanNo } = await disbursed({ channel: "office" });
  const waiting = async () =>
    ((await get("eft-queue", "ADMIN")).body as { without: number; waiting: unknown[] }).waiting;
  const row = { memberNo, reference: loanNo, amount: LENT };
  expect(await waiting()).toEqual([expect.objectContaining({ ...row, usableFrom: "" })]);
  await setDetails(memberNo, { accountNo: "0099001122" });
  expect(await waiting()).toEqual([
    expect.objectContaining({ ...row, usableFrom: expect.stringMatching(/^2026-/) }),
  ]);
  society.clock.advance(73 * 3600);
  await signStaffIn();
  expect((await get("eft-queue", "ADMIN")).body).toMatchObject({ without: 0, waiting: [] });
});

it("payouts that are ready after a file was requested are listed for the next file", async () => {
  const queue = async () =>
    (await get("eft-queue", "ADMIN")).body as Record<"rows" | "later", unknown> & {
      readonly isStale: boolean;
    };
  const [first, second] = [await lending.borrower(), await lending.borrower()];
  await setDetails(first.memberNo, { accountNo: "0011002201" });
  await setDetails(second.memberNo, { accountNo: "0011002202" });
  society.clock.advance(73 * 3600);
  await signStaffIn();
  const disburse = async ({ loanNo }: { readonly loanNo: string }): Promise<void> => {
    const paid = await lending.step("TREASURER", loanNo, "disbursement", { channel: "office" });
    expect(paid.status, paid.text).toBe(201);
  };
  await disburse(first);
  const asked = await post("eft-files", {}, "ADMIN");
  expect(asked.status, asked.text).toBe(201);
  const before = await queue();
  expect(before).toMatchObject({ isStale: false, later: { payments: 0, rows: [] } });
  await disburse(second);
  const after = await queue();
  expect(after.rows).toEqual(before.rows);
  expect(after.rows).toContainEqual(expect.objectContaining({ memberNo: first.memberNo }));
  const next = expect.arrayContaining([expect.objectContaining({ memberNo: second.memberNo })]);
  expect(after.later).toMatchObject({ rows: next });
  await agree(asked, "TREASURER");
  expect(await queue()).toMatchObject({ rows: next, later: { payments: 0 } });
});

it("a requested file says that one of its payments can no longer go", async () => {
  const { memberNo } = await disbursed({ channel: "office" });
  await setDetails(memberNo, { accountNo: "0011002203" });
  society.clock.advance(73 * 3600);
  await signStaffIn();
  const asked = await post("eft-files", {}, "ADMIN");
  expect(asked.status, asked.text).toBe(201);
  await setDetails(memberNo, { accountNo: "0011002204" });
  const found = await get("eft-queue", "ADMIN");
  expect(found.body).toMatchObject({ isStale: true });
  expect((await approve(idIn(asked), "TREASURER")).status).toBe(409);
  await post(`approvals/${idIn(asked)}/rejection`, { reason: "Ask again" }, "TREASURER");
  society.clock.advance(73 * 3600);
  await signStaffIn();
});
