import { beforeAll, describe, expect, it } from "vitest";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { payoutOf, payToPhones } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  await payToPhones(society, {
    PS1: { deposits: 100_000, mobile: "+254712000801" },
    PS2: { deposits: 100_000, mobile: "+254712000802" },
    PS3: { deposits: 100_000, mobile: "+254712000803" },
  });
  for (const role of ["treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const tokenOf = (who: string) => tokens[who] ?? "";
const get = (who: string, to: string) =>
  society.send("GET", `/api/v1${to}`, { token: tokenOf(who) });
const post = (who: string, to: string, body: object) =>
  society.send("POST", `/api/v1${to}`, { token: tokenOf(who), body });
const asShown = (who: string, to: string, body: object = {}) =>
  sendAsShown(society, { token: tokenOf(who), path: `/api/v1${to}`, body });

async function digestAt(who: string, to: string): Promise<string> {
  const { body } = await get(who, to);
  return (body as { shownDigest: string }).shownDigest;
}

interface Problem {
  readonly reason: string;
  readonly changes: { readonly name: string; readonly value: string }[];
}

const setNumber = (memberNo: string, mobile: string) =>
  society.owner.query(
    `update member set mobile_number = $2, mobile_confirmed_at = '2026-04-15T06:00:00Z'
      where member_no = $1`,
    [memberNo, mobile],
  );

/** Holds a member's payment, as an approved change of their number does. */
const hold = (memberNo: string) =>
  society.owner.query(
    `insert into contact_change_request (member_id, mobile_number, email, asked_by, state,
        approved_by, approved_at, held_until)
      select id, '+254799000799', '', 'staff:A', 'approved', 'staff:B',
        '2026-04-15T06:00:00Z', '2026-04-18T06:00:00Z'
      from member where member_no = $1`,
    [memberNo],
  );

async function release(): Promise<void> {
  await society.owner.query("alter table contact_change_request disable trigger user");
  await society.owner.query("delete from contact_change_request");
  await society.owner.query("alter table contact_change_request enable trigger user");
}

const failed = { outcome: "failed", reason: "The number is closed" };

steps("step by step", () => {
  describe("a payout file takes exactly what was counted", () => {
    it("is rejected if a payment was held meanwhile, and takes nothing", async () => {
      const shownDigest = await digestAt("administrator", "/payout-queue/file");
      await hold("PS3");
      const reply = await post("administrator", "/payout-files", { shownDigest });
      expect(reply.status).toBe(409);
      expect((reply.body as Problem).reason).toBe("shown-changed");
      expect((reply.body as Problem).changes).toEqual(
        expect.arrayContaining([
          { name: "payments", value: "2" },
          { name: "amount", value: "20900" },
        ]),
      );
      expect(await payoutOf(society, "PS1")).toMatchObject({ state: "waiting" });
      expect((await get("administrator", "/payout-files")).body).toEqual({ rows: [] });
    });

    it("is rejected if a payment of the same amount has replaced another", async () => {
      const shownDigest = await digestAt("administrator", "/payout-queue/file");
      await release();
      await hold("PS1");
      const reply = await post("administrator", "/payout-files", { shownDigest });
      const { reason, changes } = reply.body as Problem;
      expect([reason, changes.map(({ name }) => name)]).toEqual(["shown-changed", ["print"]]);
      await release();
    });

    it("takes the payments it counted", async () => {
      const next = await get("administrator", "/payout-queue/file");
      expect(next.body).toMatchObject({ payments: 3, amount: 31_350 });
      const made = await asShown("administrator", "/payout-files");
      expect(made.body).toMatchObject({ payments: 3, amount: 31_350 });
      expect((await get("administrator", "/payout-queue/file")).body).toMatchObject({
        payments: 0,
      });
    });
  });

  describe("a decision about a payment covers what was shown", () => {
    it("is rejected without a digest, with an empty one and with a garbled one", async () => {
      const { id } = await payoutOf(society, "PS1");
      for (const noun of ["retry", "shares", "account"]) {
        expect((await post("treasurer", `/payouts/${id}/${noun}`, {})).status, noun).toBe(422);
      }
      expect((await post("administrator", `/payouts/${id}/result`, failed)).status).toBe(422);
      for (const shownDigest of ["", "amount", "amount:x"]) {
        const reply = await post("administrator", `/payouts/${id}/result`, {
          ...failed,
          shownDigest,
        });
        expect(reply.body).toMatchObject({ reason: "shown-changed" });
      }
    });

    it("is rejected if the number it would be sent to changed, and names the change", async () => {
      const { id } = await payoutOf(society, "PS1");
      await asShown("administrator", `/payouts/${id}/result`, failed);
      const shownDigest = await digestAt("treasurer", `/payouts/${id}`);
      // The masked numbers are the same; the moment of the confirmation distinguishes them.
      await setNumber("PS1", "+254712999801");
      const given = { voucher: "CV-0001", shownDigest };
      for (const noun of ["retry", "shares", "cash"]) {
        const body = noun === "cash" ? given : { shownDigest };
        const who = noun === "cash" ? "administrator" : "treasurer";
        const reply = await post(who, `/payouts/${id}/${noun}`, body);
        expect(reply.body, noun).toMatchObject({
          reason: "shown-changed",
          changes: [{ name: "confirmed-at", value: "2026-04-15T06:00:00.000Z" }],
        });
      }
      expect((await asShown("treasurer", `/payouts/${id}/retry`)).status).toBe(201);
    });

    it("is rejected if another receipt was reported for it meanwhile", async () => {
      const { id } = await payoutOf(society, "PS2");
      const paid = (receipt: string) => ({ outcome: "paid", receipt });
      await asShown("administrator", `/payouts/${id}/result`, paid("QPS0000001"));
      const shownDigest = await digestAt("treasurer", `/payouts/${id}`);
      await asShown("administrator", `/payouts/${id}/result`, paid("QPS0000002"));
      const agree = { agrees: true, shownDigest };
      const reply = await post("treasurer", `/payouts/${id}/confirmation`, agree);
      expect(reply.body).toMatchObject({ reason: "shown-changed" });
      expect((reply.body as Problem).changes).toContainEqual({
        name: "claimed-receipt",
        value: "QPS0000002",
      });
      expect(await payoutOf(society, "PS2")).toMatchObject({ state: "sent" });
    });

    it("is rejected if a result of the provider arrived meanwhile", async () => {
      const { id } = await payoutOf(society, "PS3");
      const shownDigest = await digestAt("administrator", `/payouts/${id}`);
      await society.owner.query("update payout set problem = 'amount-differs' where id = $1", [id]);
      const reply = await post("administrator", `/payouts/${id}/result`, {
        ...failed,
        shownDigest,
      });
      expect(reply.body).toMatchObject({
        reason: "shown-changed",
        changes: [{ name: "why", value: "amount-differs" }],
      });
    });
  });
});
