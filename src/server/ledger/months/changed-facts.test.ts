import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { deposit, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { writeBurst: 5000, readBurst: 5000 } });
const tokens: Record<string, string> = {};
const months = "/api/v1/books/months";

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrol(society, "MS1");
  await deposit(society, "MS1", 10_000);
});

beforeEach(() => reconcile(society.database));

const post = (who: string, path: string, body: object = {}) =>
  society.send("POST", path, { token: tokens[who] ?? "", body });
const asShown = (who: string, path: string, body: object = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path, body });

interface Close {
  readonly id: string;
  readonly shown: readonly { readonly name: string; readonly value: string }[];
  readonly shownDigest: string;
}

async function latest(): Promise<Close> {
  const reply = await society.send("GET", months, { token: tokens["treasurer"] ?? "" });
  const [close] = (reply.body as { rows: Close[] }).rows;
  if (close === undefined) throw new Error("no month was prepared");
  return close;
}

/** No statement of M-Pesa is imported here. */
const reason = "No statements are imported";

async function prepared(): Promise<Close> {
  const reply = await post("clerk", months, { month: "2026-03", reason });
  expect(reply.status, reply.text).toBe(201);
  return latest();
}

steps("step by step", () => {
  describe("a second person decides on a month exactly as it was shown", () => {
    it("is not closed when a check-off file arrived after the page was opened", async () => {
      const { id, shown, shownDigest } = await prepared();
      expect(shown).toContainEqual({ name: "checkOff", value: "0" });
      await society.owner.query("alter table check_off_batch disable trigger user");
      await society.owner.query(
        `insert into check_off_batch (month, file_name, sha256, total_cents, line_count,
          prepared_by, value_date, rows_digest, packed_rows)
        values ('2026-03-01', 'late.csv', repeat('a', 64), 100, 1, 'staff:CLERK', '2026-03-31',
          repeat('b', 64), sha256('rows'))`,
      );
      await society.owner.query("alter table check_off_batch enable trigger user");
      const reply = await post("treasurer", `${months}/${id}/approval`, { shownDigest, reason });
      expect(reply.body).toMatchObject({
        reason: "shown-changed",
        changes: [{ name: "checkOff", value: "1" }],
      });
      expect((await asShown("treasurer", `${months}/${id}/approval`, { reason })).status).toBe(201);
    });

    it("is not reopened for another reason than the one shown", async () => {
      const { id } = await latest();
      await post("clerk", `${months}/${id}/reopening`, { reason: "A receipt was missing" });
      const { shownDigest } = await latest();
      await asShown("treasurer", `${months}/${id}/reopening/refusal`);
      await post("clerk", `${months}/${id}/reopening`, { reason: "To post a new loan" });
      for (const answer of ["approval", "refusal"]) {
        const path = `${months}/${id}/reopening/${answer}`;
        expect((await post("treasurer", path, { shownDigest })).body, answer).toMatchObject({
          reason: "shown-changed",
          changes: [{ name: "reason", value: "To post a new loan" }],
        });
      }
      const opened = await asShown("treasurer", `${months}/${id}/reopening/approval`);
      expect(opened.body).toMatchObject({ state: "reopened" });
    });

    it("rejects a decision without a digest, or with an empty or garbled one", async () => {
      const { id } = await prepared();
      expect((await post("treasurer", `${months}/${id}/approval`)).status).toBe(422);
      for (const shownDigest of ["", "month", "month:x"]) {
        const reply = await post("treasurer", `${months}/${id}/approval`, { shownDigest, reason });
        expect(reply.body).toMatchObject({ reason: "shown-changed" });
      }
    });
  });
});
