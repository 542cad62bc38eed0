import { beforeAll, describe, expect, it } from "vitest";
import { checkOffRowDigests } from "#server/check-off/payroll/repeated-files.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { approveRequest, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, statusesOf, useServedSociety } from "#test/served-society.ts";
import { beforeMigration } from "#test/upgraded-database.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, upload, post, postAs, read, reverseAs, count } = checkOffOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const number of [1, 2, 3]) await enrol(society, `MS${number}`);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const csvOf = (rows: readonly string[]) => `member_no,amount,note\n${rows.join("\n")}\n`;
/** Ten rows with different amounts, and their sum. */
const tenRows = (first: number) =>
  Array.from({ length: 10 }, (_, index) => `MS1,${first + index},deposits`);
const sumOf = (rows: readonly string[]) =>
  String(rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0));

const insist = (csv: string, declared: string, who = "clerk", month = "2026-05") => {
  const query = new URLSearchParams({
    month,
    declared,
    fileName: "again.csv",
    reason: "Paid twice",
  });
  return society.send("POST", `/api/v1/check-off/repeats?${query.toString()}`, {
    token: tokens[who] ?? "",
    body: csv,
    headers: { "content-type": "text/csv" },
  });
};

const requestOf = ({ body }: { body: unknown }) => (body as { approvalId: string }).approvalId;

const approve = (id: string, who = "treasurer") => approveRequest(society, tokens[who] ?? "", id);

steps("step by step", () => {
  describe("identifying a check-off file by its rows", () => {
    const rows = tenRows(100);

    it("rejects the same file with one more blank line, naming the earlier file", async () => {
      const { id } = await take(csvOf(rows), sumOf(rows), { fileName: "first.csv" });
      await post(id);
      const changed = [
        `member_no,amount,note\n\n${rows.join("\n")}\n\n`,
        csvOf(rows.toReversed()),
        `Amount,NOTE,Member No\n${rows
          .map((row) => row.split(","))
          .map(([no, amount, note]) => `"${amount}.00",${note?.toUpperCase()},${no?.toLowerCase()}`)
          .join("\r\n")}`,
      ];
      for (const csv of changed) {
        const refused = await upload(csv, sumOf(rows), { fileName: "second.csv" });
        expect(refused.status, refused.text).toBe(409);
        expect(refused.body).toMatchObject({ reason: "file-known" });
        expect((refused.body as { message: string }).message).toContain(
          "first.csv, on 14 Apr 2026 by CLERK",
        );
      }
      expect(await count("select from check_off_batch")).toBe(1);
    });

    it("rejects a file with nine of the same ten rows in the same month", async () => {
      const alike = [...rows.slice(0, 9), "MS2,7,deposits"];
      const refused = await upload(csvOf(alike), sumOf(alike));
      expect(refused.body).toMatchObject({ reason: "file-alike" });
      expect((refused.body as { message: string }).message).toContain("90 % of these rows");
      const other = [...rows.slice(0, 8), "MS2,7,deposits", "MS2,8,deposits"];
      expect((await upload(csvOf(other), sumOf(other))).status).toBe(201);
    });

    it("accepts similar rows in another month as another file", async () => {
      const alike = [...rows.slice(0, 9), "MS2,9,deposits"];
      expect((await upload(csvOf(alike), sumOf(alike), { month: "2026-06" })).status).toBe(201);
    });

    it("imports one of two similar files that arrive at once", async () => {
      for (let round = 0; round < 5; round += 1) {
        const base = tenRows(1000 + 20 * round);
        const alike = [...base.slice(0, 9), `MS3,${3000 + round},deposits`];
        const replies = await Promise.all([
          upload(csvOf(base), sumOf(base)),
          upload(csvOf(alike), sumOf(alike)),
        ]);
        expect(statusesOf(replies)).toEqual([201, 409]);
      }
    });
  });

  describe("deductions that are the same every month", () => {
    const rows = tenRows(200);
    const inMonth = (month: string, fileName: string) => ({ month, fileName });

    it("are imported by one person, and their poster is shown the earlier file", async () => {
      const march = await take(csvOf(rows), sumOf(rows), inMonth("2026-03", "uzima.csv"));
      expect((await read(march.id)).sameRows).toBeNull();
      await post(march.id);
      const april = await take(csvOf(rows), sumOf(rows), inMonth("2026-04", "uzima.csv"));
      const shown = await read(april.id);
      expect(shown.sameRows).toEqual({ fileName: "uzima.csv", month: "2026-03" });
      await post(april.id);
    });

    it("are rejected a second time for the same month, under any file name", async () => {
      for (const name of ["uzima.csv", "april-2026.csv"]) {
        const again = await upload(csvOf(rows), sumOf(rows), inMonth("2026-04", name));
        expect(again.body).toMatchObject({ reason: "file-known" });
      }
    });

    it("are rejected if the file names another month", async () => {
      const base = tenRows(300);
      await take(csvOf(base), sumOf(base), inMonth("2025-12", "december.csv"));
      const named = await upload(csvOf(base), sumOf(base), inMonth("2026-01", "december.csv"));
      expect(named.body).toMatchObject({ code: 409, reason: "file-other-month" });
      expect((named.body as { message: string }).message).toContain("Dec 2025: december.csv");
      const titled = `UZIMA LTD CHECK-OFF DECEMBER 2025\n${csvOf(base)}`;
      const told = await upload(titled, sumOf(base), inMonth("2026-01", "check-off.csv"));
      expect(told.body).toMatchObject({ reason: "file-other-month" });
    });

    it("are shown to their poster as a repeat if posted again under another name", async () => {
      const base = tenRows(400);
      const december = await take(csvOf(base), sumOf(base), inMonth("2025-12", "december.csv"));
      await post(december.id);
      const january = await take(csvOf(base), sumOf(base), inMonth("2026-01", "january.csv"));
      const shown = await read(january.id);
      expect(shown).toMatchObject({
        valueDate: "2026-01-31",
        sameRows: { fileName: "december.csv", month: "2025-12" },
      });
      const own = await postAs("clerk", january.id);
      expect(own.status).toBe(403);
      // The warning is part of the digest: it changes once the earlier file is reversed.
      const reversed = await reverseAs("administrator", december.id, "Wrong month");
      expect(reversed.status, reversed.text).toBe(201);
      const posted = await ask("treasurer", "POST", `/${january.id}/posting`, {
        digest: shown.digest,
      });
      expect(posted.body).toMatchObject({
        reason: "shown-changed",
        changes: [{ name: "same-rows", value: "" }],
      });
    });
  });

  describe("two people may confirm that a file was really deducted again", () => {
    const rows = tenRows(5000);

    it("after one requests it with a reason and another approves the same facts", async () => {
      const { id } = await take(csvOf(rows), sumOf(rows), { fileName: "week-1.csv" });
      await post(id);
      const asked = await insist(csvOf(rows), sumOf(rows));
      expect(asked.status, asked.text).toBe(201);
      expect((await upload(csvOf(rows), sumOf(rows))).status).toBe(409);
      const request = requestOf(asked);
      const shown = await society.send("GET", `/api/v1/approvals/${request}`, {
        token: tokens["treasurer"] ?? "",
      });
      expect(shown.body).toMatchObject({
        kind: "check-off-repeat",
        reason: "Paid twice",
        facts: [
          { name: "file", value: "again.csv" },
          { name: "month", value: "2026-05" },
          { name: "fileRows", value: "10" },
          { name: "amount", value: sumOf(rows) },
          { name: "earlierFile", value: "week-1.csv, CLERK" },
          { name: "earlierMonth", value: "2026-05" },
          { name: "earlierOn", value: "2026-04-14" },
          { name: "rowsRepeated", value: "10" },
          { name: "resultsPrint" },
        ],
      });
      const own = await society.send("POST", `/api/v1/approvals/${request}/approval`, {
        token: tokens["clerk"] ?? "",
        body: { digest: (shown.body as { digest: string }).digest },
      });
      expect(own.status).toBe(403);
      expect((await approve(request)).status).toBe(201);
      const again = await take(csvOf(rows), sumOf(rows), { fileName: "week-2.csv" });
      expect(again.id).not.toBe(id);
      await post(again.id);
    });

    it("only once: the same rows a third time are rejected", async () => {
      expect((await upload(csvOf(rows), sumOf(rows))).body).toMatchObject({ reason: "file-known" });
    });

    it("for neither another month nor other rows", async () => {
      const base = tenRows(6000);
      await take(csvOf(base), sumOf(base));
      expect((await approve(requestOf(await insist(csvOf(base), sumOf(base))))).status).toBe(201);
      const june = await upload(csvOf(base), sumOf(base), { month: "2026-06" });
      expect(june.body).toMatchObject({ reason: "file-other-month" });
      const other = [...base.slice(0, 9), "MS2,60000,deposits"];
      expect((await upload(csvOf(other), sumOf(other))).body).toMatchObject({
        reason: "file-alike",
      });
    });

    it("and may import a discarded file again on the same agreement", async () => {
      const base = tenRows(7000);
      await take(csvOf(base), sumOf(base));
      expect((await approve(requestOf(await insist(csvOf(base), sumOf(base))))).status).toBe(201);
      const { id } = await take(csvOf(base), sumOf(base));
      await ask("clerk", "POST", `/${id}/discarding`, { reason: "Wrong columns" });
      await take(csvOf(base), sumOf(base));
      expect((await upload(csvOf(base), sumOf(base))).status).toBe(409);
    });

    it("but not for a file that is no repeat, nor without the right to prepare one", async () => {
      const base = tenRows(8000);
      expect((await insist(csvOf(base), sumOf(base))).body).toMatchObject({
        reason: "file-not-alike",
      });
      expect((await insist(csvOf(base), sumOf(base), "treasurer")).status).toBe(403);
    });

    it("and the database imports no repeated file without them", async () => {
      const repeated = `insert into check_off_batch (month, file_name, sha256, total_cents,
        line_count, prepared_by, value_date, rows_digest, packed_rows, repeats_earlier)
      select month, file_name, sha256, total_cents, line_count, prepared_by,
        (month + interval '1 month')::date, rows_digest, packed_rows, $1
      from check_off_batch where state = 'posted' order by id limit 1`;
      await expect(society.owner.query(repeated, [true])).rejects.toThrow("two people insist");
      await expect(society.owner.query(repeated, [false])).rejects.toThrow("check_off_file_once");
      const moved = "update check_off_batch set month = '2020-01-01'";
      await expect(society.owner.query(moved)).rejects.toThrow();
    });
  });

  it("files imported before are identified by their rows after the upgrade", async () => {
    await beforeMigration("0063-check-off-files-by-their-rows.sql", async (client, upgrade) => {
      const lines = [
        ["MS1", 150_000n, "deposits"],
        ["MS2", 5n, ""],
        ["MS1", 150_000n, 'Says "so"\\, tab\there and  two blanks'],
      ] as const;
      for (const sha256 of ["a", "b"]) {
        await client.query(
          `with batch as (
            insert into check_off_batch (month, file_name, sha256, total_cents, line_count,
              prepared_by, value_date)
              values ('2026-05-01', 'may.csv', repeat($1, 64), 300005, 3, 'staff:X', '2026-05-31')
            returning id
          )
          insert into check_off_line
            (batch_id, row_no, member_no, amount_cents, note, state, reason)
          select batch.id, l.* from batch, unnest($2::int[], $3::text[], $4::bigint[], $5::text[])
              as g (row_no, member_no, amount_cents, note)
            cross join lateral (select g.*, 'unmatched', 'no-member') as l`,
          [
            sha256,
            lines.map((_, index) => index + 2),
            lines.map(([no]) => no),
            lines.map(([, amount]) => amount),
            lines.map(([, , note]) => note),
          ],
        );
      }
      await upgrade();
      const digests = checkOffRowDigests();
      for (const [no, amount, note] of lines) digests.add([no, String(amount), note]);
      const { digest, packed } = digests.finish();
      const found = await client.query(
        "select rows_digest, packed_rows, repeats_earlier from check_off_batch order by id",
      );
      expect(found.rows).toEqual([
        { rows_digest: digest, packed_rows: packed, repeats_earlier: false },
        { rows_digest: digest, packed_rows: packed, repeats_earlier: true },
      ]);
    });
  });
});
