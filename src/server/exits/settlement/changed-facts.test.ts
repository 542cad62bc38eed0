import { beforeAll, describe, expect, it } from "vitest";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const staff = {
  CLERK: "clerk",
  TREASURER: "treasurer",
  TREASURER2: "treasurer",
  ADMIN: "administrator",
};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["SX1", "SX2", "SX3", "SX4"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 10_000);
  }
  for (const [who, role] of Object.entries(staff)) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
});

const tokenOf = (who: string) => tokens[who] ?? "";
const post = (who: string, path: string, body: object) =>
  society.send("POST", path, { token: tokenOf(who), body });
const asShown = (who: string, path: string, body: object = {}) =>
  sendAsShown(society, { token: tokenOf(who), path, body });

interface View {
  readonly shownDigest: string;
  readonly refund: number;
  readonly approvalIsStale: boolean;
  readonly approved: readonly { readonly name: string; readonly value: string }[];
}

async function view(memberNo: string): Promise<View> {
  const path = `/api/v1/members/${memberNo}/exit`;
  return (await society.send("GET", path, { token: tokenOf("CLERK") })).body as View;
}

async function asked(memberNo: string): Promise<string> {
  const reply = await post("CLERK", "/api/v1/exits", { memberNo, reason: "Retires" });
  expect(reply.status, reply.text).toBe(201);
  return `/api/v1/exits/${(reply.body as { id: string }).id}`;
}

const receipt = (memberNo: string) => ({ receiptNo: `EFT-${memberNo}` });
const refundNow = [{ name: "refund", value: "10500" }];

async function approvalsNotified(): Promise<number | null> {
  const sql = "select from outbox_message where template = 'exit-approved'";
  return (await society.owner.query(sql)).rowCount;
}

steps("step by step", () => {
  describe("the refund of an exit is the one that was approved and shown", () => {
    it("is not approved when the balance changed after the page was opened", async () => {
      const exit = await asked("SX1");
      const { shownDigest } = await view("SX1");
      await deposit(society, "SX1", 500);
      const reply = await post("TREASURER", `${exit}/approval`, { shownDigest });
      expect(reply.status).toBe(409);
      expect(reply.body).toMatchObject({ reason: "shown-changed" });
      const { changes } = reply.body as { changes: unknown };
      expect(changes).toEqual([{ name: "deposits", value: "10500" }, ...refundNow]);
      expect((await asShown("TREASURER", `${exit}/approval`)).status).toBe(201);
    });

    it("is not paid when the balance changed after the page was opened", async () => {
      const exit = await asked("SX2");
      await asShown("TREASURER", `${exit}/approval`);
      const { shownDigest } = await view("SX2");
      await deposit(society, "SX2", 500);
      const body = { ...receipt("SX2"), shownDigest };
      const reply = await post("ADMIN", `${exit}/payment`, body);
      expect(reply.body).toMatchObject({ reason: "shown-changed" });
    });

    it("is not paid when it changed after the approval, until it is approved again", async () => {
      const exit = await asked("SX3");
      await asShown("TREASURER", `${exit}/approval`);
      await deposit(society, "SX3", 500);
      const pay = (who: string) => asShown(who, `${exit}/payment`, receipt("SX3"));
      expect((await pay("ADMIN")).body).toMatchObject({ reason: "exit-changed" });
      const told = await approvalsNotified();
      const stale = await view("SX3");
      expect(stale).toMatchObject({ approvalIsStale: true, refund: 10_500 });
      expect(stale.approved).toContainEqual({ name: "refund", value: "10000" });
      expect((await asShown("TREASURER2", `${exit}/approval`)).body).toMatchObject({
        approvedBy: "staff:TREASURER2",
      });
      expect((await pay("TREASURER2")).body).toMatchObject({ reason: "exit-two-people" });
      expect((await pay("ADMIN")).body).toMatchObject({ state: "paid", refund: 10_500 });
      expect(await approvalsNotified()).toBe(told);
    });

    it("is not approved a second time while the figures are the same", async () => {
      const exit = await asked("SX4");
      await asShown("TREASURER", `${exit}/approval`);
      expect((await asShown("TREASURER2", `${exit}/approval`)).body).toMatchObject({
        reason: "exit-state",
      });
    });

    it("must equal the approved figure in the database", async () => {
      const pay = (cents: number) =>
        society.owner.query(
          `update member_exit set state = 'paid', paid_by = 'staff:ADMIN', paid_at = akiba_now(),
            refund_cents = $1, deposits_cents = $1, withdrawable_cents = 0, dividend_cents = 0,
            loans_cents = 0, shares_cents = 0, held_shares_cents = 0, settled = '[]'
          where member_id = (select id from member where member_no = 'SX4')`,
          [cents],
        );
      await expect(pay(1_000_001)).rejects.toThrow("member_exit_as_approved");
      await expect(
        society.owner.query(
          `update member_exit set approved_refund_cents = 1
          where member_id = (select id from member where member_no = 'SX4')`,
        ),
      ).rejects.toThrow("be made another");
    });

    it("rejects a step without a digest, or with an empty or garbled one", async () => {
      const { rows } = (await society.send("GET", "/api/v1/exits", { token: tokenOf("CLERK") }))
        .body as { rows: { id: string; memberNo: string }[] };
      const exit = `/api/v1/exits/${rows.find(({ memberNo }) => memberNo === "SX4")?.id}`;
      expect((await post("ADMIN", `${exit}/payment`, receipt("SX4"))).status).toBe(422);
      for (const shownDigest of ["", "refund", "refund:x"]) {
        const reply = await post("ADMIN", `${exit}/payment`, { ...receipt("SX4"), shownDigest });
        expect(reply.body).toMatchObject({ reason: "shown-changed" });
      }
    });
  });
});
