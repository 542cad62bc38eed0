import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { checkOffWords } from "#shared/contract/check-off/words.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { approveRequest, employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { take, lines, ask } = checkOffOffice(society, tokens);

type Answer = z.output<typeof checkOffWords.answer>;

const path = "/api/v1/settings/check-off-words";
const as = (who: string) => ({ token: tokens[who] ?? "" });

async function kept(): Promise<Answer> {
  return (await society.send("GET", path, as("treasurer"))).body as Answer;
}

/** Requests the words as they are, with some lists replaced. */
async function request(
  lists: Partial<Answer["words"]>,
  { who = "administrator", version = -1 } = {},
) {
  const now = await kept();
  const body = { version: version < 0 ? now.version : version, ...now.words, ...lists };
  return society.send("PUT", path, { ...as(who), body });
}

/** Sets the words: the administrator requests them and the treasurer approves. */
async function save(lists: Partial<Answer["words"]>): Promise<Answer> {
  const asked = await request(lists);
  expect(asked.status, asked.text).toBe(201);
  const { approvalId } = asked.body as { approvalId: string };
  const approved = await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
  expect(approved.status, approved.text).toBe(201);
  return kept();
}

/** A society where the lines of a file are placed by their notes alone. */
async function destinationsOf(notes: readonly string[], month: string): Promise<string[]> {
  const rows = notes.map((note) => `MS1,10,"${note}"\n`).join("");
  const { id } = await take(`member_no,amount,note\n${rows}`, String(10 * notes.length), { month });
  const found = [...(await lines(id, "matched")), ...(await lines(id, "ambiguous"))];
  return found
    .toSorted((one, other) => one.row - other.row)
    .map(({ parts, state }) => (state === "matched" ? (parts[0]?.to ?? "") : state));
}

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MS1");
  await lend(society, "MS1", { loanNo: "LN-1" });
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

steps("step by step", () => {
  describe("the words of check-off notes", () => {
    it("take share capital and fees off a member's single loan from the first day", async () => {
      const notes = ["Loan", "Mkopo wa Mei", "SHARES", "Hisa", "share capital", "Savings", "akiba"];
      const fees = ["Entry fee", "Usajili", "Welfare 05/2026", "Ustawi", "Loan insurance", "bima"];
      const found = await destinationsOf([...notes, ...fees], "2026-05");
      expect(found.join(" ")).toBe(
        "loan loan share-capital share-capital share-capital deposits deposits " +
          "fees fees welfare welfare insurance insurance",
      );
    });

    it("leave a line to a person if its note names two destinations", async () => {
      const notes = ["shares LN-1", "loan / shares", "welfare and registration"];
      expect(await destinationsOf(notes, "2026-06")).toEqual(notes.map(() => "ambiguous"));
    });

    it("belong to the society: a new word applies from the next matching on", async () => {
      const before = await kept();
      const after = await save({ welfare: [...before.words.welfare, "  Harambee  Fund "] });
      expect(after.words.welfare).toContain("harambee fund");
      expect(after.changes[0]).toMatchObject({
        by: "Staff TREASURER",
        fields: [{ field: "welfare", from: before.words.welfare.join(", ") }],
      });
      expect(await destinationsOf(["Harambee-Fund"], "2026-07")).toEqual(["welfare"]);
    });

    it("are matched again in a file that was imported before they changed", async () => {
      const { id } = await take("member_no,amount,note\nMS1,7,kikoa\n", "7", { month: "2026-08" });
      expect((await lines(id, "ambiguous"))[0]).toMatchObject({ reason: "note-unknown" });
      const { words } = await kept();
      await save({ "share-capital": [...words["share-capital"], "kikoa"] });
      await ask("clerk", "POST", `/${id}/matching`, {});
      expect((await lines(id, "matched"))[0]).toMatchObject({ reason: "share-capital-named" });
    });

    it("have one meaning each; a word on two lists is rejected beside the second", async () => {
      const { words } = await kept();
      const twice = await request({ fees: [...words.fees, "Hisa"] });
      expect(twice.status).toBe(422);
      expect(twice.body).toMatchObject({ errors: [{ field: "fees" }] });
      const blank = await request({ fees: ["42"] });
      expect(blank.status).toBe(422);
    });

    it("are not changed by one person alone: another reads each word and approves", async () => {
      const { words } = await kept();
      // The attack: a word that sends everybody's welfare, including the requester's, to deposits.
      const asked = await request({
        welfare: words.welfare.filter((word) => word !== "welfare"),
        deposits: [...words.deposits, "welfare"],
      });
      expect(asked.status, asked.text).toBe(201);
      const { approvalId } = asked.body as { approvalId: string };
      expect((await kept()).words).toEqual(words);
      expect((await request({ fees: [] })).body).toMatchObject({ reason: "approval-waits" });
      const shown = await society.send("GET", `/api/v1/approvals/${approvalId}`, as("treasurer"));
      expect(shown.body).toMatchObject({
        kind: "check-off-words",
        facts: [{ name: "noteWords", value: "welfare: welfare > deposits" }],
      });
      const { digest } = shown.body as { digest: string };
      for (const who of ["administrator", "clerk"]) {
        const path = `/api/v1/approvals/${approvalId}/approval`;
        expect((await society.send("POST", path, { ...as(who), body: { digest } })).status).toBe(
          403,
        );
      }
      const rejected = await society.send("POST", `/api/v1/approvals/${approvalId}/rejection`, {
        ...as("treasurer"),
        body: { reason: "Welfare is welfare" },
      });
      expect(rejected.status, rejected.text).toBe(201);
      expect(await destinationsOf(["Welfare"], "2026-02")).toEqual(["welfare"]);
    });

    it("are requested by the administrator, audited, and the office is notified", async () => {
      expect((await request({ fees: [] }, { who: "treasurer" })).status).toBe(403);
      expect((await request({ fees: [] }, { version: 0 })).body).toMatchObject({
        reason: "settings-changed",
      });
      const found = await society.owner.query(
        `select from audit_record where subject = 'settings:check-off-words'
        and action = 'settings-changed'`,
      );
      expect(found.rowCount).toBe(2);
      const told = await society.owner.query(
        "select from outbox_message where template = 'settings-check-off-words'",
      );
      expect(told.rowCount).toBeGreaterThan(0);
    });
  });
});
