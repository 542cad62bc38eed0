import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { review } from "#shared/contract/check-off/review.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, post, postAs, place, read, reverseAs, count, standing } = checkOffOffice(
  society,
  tokens,
);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MS1", "MS2", "MS3"]) {
    await enrol(society, memberNo);
    await lend(society, memberNo, { loanNo: `LN-${memberNo}` });
  }
  await lend(society, "MS3", { loanNo: "LN-MS3-B" });
  for (const role of ["clerk", "treasurer", "administrator", "auditor"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

type Page = z.output<typeof review.answer>;

const reviewed = async (id: string, after = "") =>
  (await ask("treasurer", "GET", `/${id}/review${after && `?after=${after}`}`)).body as Page;

const decide = (id: string, row: number, body: unknown) =>
  ask("clerk", "POST", `/${id}/lines/${row}/decision`, body);

const posting = (id: string, digest: string, who = "treasurer") =>
  ask(who, "POST", `/${id}/posting`, { digest });

const entriesOf = (id: string) =>
  count("select from journal_entry where reference_no = $1", [`CO-${id}`]);

describe("posting a check-off file as its approver saw it", () => {
  it("is rejected if the clerk moved a line while the dialog was open", async () => {
    const csv = "member_no,amount,note\nMS1,100,\nMS3,2504,unclear\n";
    const { id } = await take(csv, "2604");
    await decide(id, 3, { to: "deposits", memberNo: "MS3" });
    const seen = await read(id);
    await decide(id, 3, { to: "deposits", memberNo: "MS2" });

    const refused = await posting(id, seen.digest);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body).toMatchObject({ reason: "shown-changed" });
    const { changes } = refused.body as { changes: { name: string }[] };
    expect(changes.map(({ name }) => name)).toEqual(["print"]);
    expect(await entriesOf(id)).toBe(0);
    expect(await read(id)).toMatchObject({ state: "prepared" });

    await decide(id, 3, { to: "suspense" });
    const moved = await posting(id, seen.digest);
    const facts = (moved.body as { changes: { name: string; value: string }[] }).changes;
    expect(facts).toContainEqual({ name: "to-deposits", value: "0" });
    expect(facts).toContainEqual({ name: "to-suspense", value: "2504" });

    expect((await posting(id, (await read(id)).digest)).status).toBe(201);
  });

  it("is rejected without a digest, and with that of another file", async () => {
    const one = await take("member_no,amount\nMS1,11\n", "11");
    const other = await take("member_no,amount\nMS1,12\n", "12");
    const none = await ask("treasurer", "POST", `/${one.id}/posting`, {});
    expect(none.body).toMatchObject({ code: 422, reason: "invalid" });
    const wrong = await posting(one.id, (await read(other.id)).digest);
    expect(wrong.body).toMatchObject({ reason: "shown-changed" });
    expect(await entriesOf(one.id)).toBe(0);
  });

  it("is rejected if its value date was changed", async () => {
    const { id } = await take("member_no,amount,note\nMS1,14,deposits\n", "14", {
      month: "2026-03",
    });
    const { digest } = await read(id);
    const changed = await ask("clerk", "PUT", `/${id}/value-date`, { valueDate: "2026-04-02" });
    expect(changed.status, changed.text).toBe(200);
    const refused = await posting(id, digest);
    expect(refused.body).toMatchObject({
      reason: "shown-changed",
      changes: [{ name: "value-date", value: "2026-04-02" }],
    });
  });

  it("is rejected if the name of the credited member changed", async () => {
    const { id } = await take("member_no,amount,note\nMS1,13,deposits\n", "13");
    const { digest } = await read(id);
    await society.owner.query("update member set full_name = 'Renamed' where member_no = 'MS1'");
    expect((await posting(id, digest)).body).toMatchObject({ reason: "shown-changed" });
    await society.owner.query("update member set full_name = 'Member MS1' where member_no = 'MS1'");
    expect((await posting(id, digest)).status).toBe(201);
  });

  it("calculates the digest again, although it is kept for reads", async () => {
    const { id } = await take("member_no,amount,note\nMS1,15,deposits\n", "15");
    const seen = await read(id);
    await society.owner.query("update check_off_line set note = 'x' where batch_id = $1", [id]);
    expect((await read(id)).digest).toBe(seen.digest);
    const refused = await posting(id, seen.digest);
    expect(refused.body).toMatchObject({ reason: "shown-changed", changes: [{ name: "print" }] });
  });

  it("and deciding a line at the same moment have one winner", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await take(`member_no,amount\nMS99,${200 + round}\n`, `${200 + round}`);
      const { digest } = await read(id);
      const before = await standing("member-deposits");
      const [posted, decided] = await Promise.all([
        posting(id, digest),
        decide(id, 2, { to: "deposits", memberNo: "MS2" }),
      ]);
      expect([posted.status, decided.status].filter((status) => status === 201)).toHaveLength(1);
      // A successful posting placed the money where the poster saw it: in suspense.
      expect(await standing("member-deposits")).toBe(before);
      expect(await entriesOf(id)).toBe(posted.status === 201 ? 1 : 0);
    }
  });
});

describe("the person who posts a file", () => {
  it("sees who is credited by each line without a plain match", async () => {
    const csv =
      "member_no,amount,note\nMS1,21,\nMS3,6000,\nMS99,22,\nMS2,23,LN-MS2\nMS1,24,deposits\n";
    const { id } = await take(csv, "6090");
    await decide(id, 5, { to: "loan", loanNo: "LN-MS1" });
    const { rows, next, print } = await reviewed(id);
    expect(next).toBe("");
    expect(rows.map(({ row, state, another }) => [row, state, another])).toEqual([
      [3, "matched", false],
      [4, "unmatched", false],
      [5, "decided", true],
    ]);
    expect(rows[2]).toMatchObject({
      memberNo: "MS2",
      member: "Member MS2",
      note: "LN-MS2",
      reason: "loan-named",
      decidedBy: "CLERK",
      decidedAt: society.clock.stillAt().toISOString(),
      parts: [{ to: "loan", loanNo: "LN-MS1", memberNo: "MS1", member: "Member MS1", amount: 23 }],
    });
    const file = await read(id);
    expect(file.review).toEqual({ lines: 3, amount: 6045 });
    expect(print).toBe(file.print);

    const csvFile = await ask("treasurer", "GET", `/${id}/review.csv`);
    expect(csvFile.headers.get("content-type")).toContain("text/csv");
    const lines = csvFile.text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toMatch(/^5,MS2,Member MS2,LN-MS2,Loan,LN-MS1,MS1,Member MS1,CLERK,/);
    expect(lines.at(-1)).toMatch(/,The note names the loan,23\.00$/);
  });

  it("reads the state as a word and the value date in the file", async () => {
    const csv = "member_no,amount,note\nMS99,26,\nMS2,27,LN-MS2\n";
    const { id, valueDate } = await take(csv, "53");
    await decide(id, 3, { to: "deposits", memberNo: "MS1" });
    const { text } = await ask("treasurer", "GET", `/${id}/review.csv`);
    const [unmatched, decided] = text.trimEnd().split("\r\n").slice(1);
    expect(unmatched).toContain(`,Unmatched,${valueDate},`);
    expect(decided).toContain(`,Decided,${valueDate},`);
  });

  it("and the list of files has its value date and the sum of each destination", async () => {
    const csv = "member_no,amount,note\nMS1,41,deposits\nMS2,42,share capital\nMS99,43,\n";
    const { id, valueDate } = await take(csv, "126", { fileName: "sums.csv" });
    const { text } = await society.send("GET", "/api/v1/exports/check-off", {
      token: tokens["treasurer"] ?? "",
    });
    const row = text.split("\r\n").find((line) => line.startsWith(`${id},`));
    expect(row).toContain(`${id},2026-05,${valueDate},sums.csv,`);
    expect(row).toMatch(/,126\.00,0\.00,41\.00,42\.00,0\.00,0\.00,0\.00,43\.00$/);
  });

  it("pages through the lines of a large file", async () => {
    const rows = Array.from({ length: 230 }, (_, index) => `X${index},1`);
    const { id } = await take(`member_no,amount\n${rows.join("\n")}\n`, "230");
    const seen: number[] = [];
    let after = "";
    do {
      const page = await reviewed(id, after);
      seen.push(...page.rows.map(({ row }) => row));
      after = page.next;
    } while (after !== "");
    expect(seen).toEqual(rows.map((_, index) => index + 2));
    const file = await ask("treasurer", "GET", `/${id}/review.csv`);
    expect(file.text.trimEnd().split("\r\n")).toHaveLength(231);
    expect((await postAs("treasurer", id)).status).toBe(201);
  });

  it("gets not found for an unknown file", async () => {
    for (const path of ["/999/review", "/999/review.csv"]) {
      expect((await ask("treasurer", "GET", path)).body).toMatchObject({ reason: "no-such-batch" });
    }
  });
});

describe("the person who reverses a file", () => {
  const previewOf = async (id: string) =>
    (await ask("administrator", "GET", `/${id}/reversal`)).body as {
      digest: string;
      entries: number;
      amount: number;
      messages: number;
      placed: { lines: number; amount: number };
    };

  it("is shown the number and sum of the entries and the number of SMS beforehand", async () => {
    const { id } = await take("member_no,amount,note\nMS1,301,\nMS99,302,\n", "603");
    await post(id);
    expect(await previewOf(id)).toMatchObject({
      entries: 2,
      amount: 603,
      messages: 1,
      placed: { lines: 0, amount: 0 },
    });
    const sent =
      "select from outbox_message where template = 'check-off-reversed' and channel = 'sms'";
    const before = await count(sent);
    expect((await reverseAs("administrator", id, "Wrong month")).status).toBe(201);
    expect((await count(sent)) - before).toBe(1);
    expect(await entriesOf(id)).toBe(4);
    const gone = await ask("administrator", "GET", `/${id}/reversal`);
    expect(gone.body).toMatchObject({ reason: "batch-state" });
  });

  it("reverses nothing if a line was placed in the meantime", async () => {
    const { id } = await take("member_no,amount\nMS99,303\n", "303");
    await post(id);
    const { digest } = await previewOf(id);
    expect((await place(id, 2, { to: "deposits", memberNo: "MS1" })).status).toBe(201);
    const reversal = { reason: "Wrong month", digest };
    const refused = await ask("administrator", "POST", `/${id}/reversal`, reversal);
    expect(refused.body).toMatchObject({
      reason: "shown-changed",
      changes: [
        { name: "placed-lines", value: "1" },
        { name: "placed-amount", value: "303" },
      ],
    });
    expect(await previewOf(id)).toMatchObject({ placed: { lines: 1, amount: 303 } });
  });
});
