import { beforeAll, describe, expect, it, vi } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);
const { ask, posting, upload, map, bring, read, send, undo, standing, count } = office;

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrol(society, "MS1");
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const times = <T>(many: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => act(index)));
const won = (replies: readonly { status: number }[]) =>
  replies.filter(({ status }) => status === 201).length;

const head = "member_no,date,kind,amount,reference\n";
let number = 0;
/** A unique file with a given amount in shillings. */
const file = (amount: number) => `${head}MS1,2024-01-31,deposit,${amount},R${(number += 1)}\n`;
const entriesOf = (id: string) =>
  count(
    `select from journal_entry e join import_batch b on b.run_id = e.import_run_id
      where b.id = $1`,
    [id],
  );

/** An import that was sent and waits to be posted. */
async function sent(amount: number): Promise<ImportDetail> {
  const detail = await bring({ entries: file(amount) });
  await send(detail.id);
  return detail;
}

steps("step by step", () => {
  describe("at once", () => {
    it("twenty uploads of one file are one import", async () => {
      const csv = file(5);
      const replies = await times(20, (index) =>
        upload("entries", csv, { fileName: `${index}.csv` }),
      );
      expect(won(replies)).toBe(1);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await count("select from import_batch")).toBe(1);
    });

    it("one upload repeated with its key is answered as the first was", async () => {
      const csv = file(6);
      const headers = { "idempotency-key": "one-import" };
      const first = await upload("entries", csv, { headers });
      const second = await upload("entries", csv, { headers });
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect(second.text).toBe(first.text);
    });

    it("five postings by two people post an import once", async () => {
      const { id } = await sent(10);
      const before = await standing("member-deposits");
      const replies = await times(5, (index) =>
        posting(index % 2 === 0 ? "treasurer" : "administrator", id),
      );
      expect(won(replies)).toBe(1);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await entriesOf(id)).toBe(1);
      expect((await standing("member-deposits")) - before).toBe(10);
    });

    it("five undoings undo it once, and the books agree", async () => {
      const { id } = await sent(20);
      await posting("treasurer", id);
      const before = await standing("member-deposits");
      const replies = await times(5, () => undo(id));
      expect(won(replies)).toBe(1);
      expect(before - (await standing("member-deposits"))).toBe(20);
      const twice = `select from journal_entry r join journal_entry e on e.id = r.reverses
      join import_batch b on b.run_id = e.import_run_id where b.id = $1`;
      expect(await count(twice, [id])).toBe(1);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("posting and setting aside have one winner", async () => {
      const { id } = await sent(30);
      const replies = await Promise.all([
        posting("treasurer", id),
        ask("clerk", "POST", `/${id}/discarding`, { reason: "Wrong" }),
        ask("administrator", "POST", `/${id}/return`, { reason: "Which month?" }),
      ]);
      const [posted, discarded] = replies.map(({ status }) => status === 201);
      const { state } = await read(id);
      // An import that was returned first may still be discarded, but never posted.
      expect(posted && won(replies) > 1).toBe(false);
      expect(posted).toBe(state === "posted");
      expect(discarded).toBe(state === "discarded");
      expect(won(replies)).toBeGreaterThan(0);
      expect(await entriesOf(id)).toBe(state === "posted" ? 1 : 0);
    });

    it("a file mapped by two people at once is checked by one of them", async () => {
      const detail = (await upload("entries", file(40))).body as ImportDetail;
      const replies = await Promise.all([
        map(detail),
        map(detail, { expectedRows: "1" }, "administrator"),
      ]);
      expect(won(replies)).toBeGreaterThan(0);
      expect(await read(detail.id)).toMatchObject({ isChecked: true, findings: 0 });
    });
  });

  describe("by the same person", () => {
    it("nobody posts what they made, mapped or sent, in any role", async () => {
      const own = await bring({ entries: file(50) }, "administrator");
      await ask("administrator", "POST", `/${own.id}/sending`, {});
      const posted = await posting("administrator", own.id);
      expect(posted.body).toMatchObject({ reason: "import-two-people" });
      const detail = (await upload("entries", file(60))).body as ImportDetail;
      await map(detail, {}, "administrator");
      await send(detail.id);
      const mapped = await posting("administrator", detail.id);
      expect(mapped.body).toMatchObject({ reason: "import-two-people" });
      expect((await posting("treasurer", detail.id)).status).toBe(201);
    });

    it("nor what they mapped before somebody mapped it again", async () => {
      const detail = (await upload("entries", file(61))).body as ImportDetail;
      await map(detail, {}, "administrator");
      await map(await read(detail.id));
      await send(detail.id);
      expect((await read(detail.id, "administrator")).own).toBe(true);
      const posted = await posting("administrator", detail.id);
      expect(posted.body).toMatchObject({ reason: "import-two-people" });
    });

    it("nor what they removed a file from", async () => {
      const { id } = await bring({ entries: file(62) });
      const more = (await upload("entries", file(63), { into: id })).body as ImportDetail;
      await ask("administrator", "POST", `/${id}/files/${more.files.at(-1)?.id}/removal`, {});
      await send(id);
      const posted = await posting("administrator", id);
      expect(posted.body).toMatchObject({ reason: "import-two-people" });
    });

    it("nor what the same person prepared under another name", async () => {
      const { id } = await sent(64);
      const person = await society.owner.query<{ id: string }>(
        `insert into file_preparer (file, actor, person)
        select 'import:' || $1, 'member:OLD', akiba_person('staff:TREASURER')`,
        [id],
      );
      expect(person.rowCount).toBe(1);
      const posted = await posting("treasurer", id);
      expect(posted.body).toMatchObject({ reason: "import-two-people" });
    });

    it("the database enforces it, whatever the code says", async () => {
      const { id } = await sent(70);
      const made = await society.owner.query<{ id: string }>(
        "insert into import_run (actor, figures) values ('test', '{}') returning id",
      );
      const change = (who: string) =>
        society.owner.query(
          "update import_batch set state = 'posted', posted_by = $2, run_id = $3 where id = $1",
          [id, who, made.rows[0]?.id],
        );
      await expect(change("staff:CLERK")).rejects.toThrow("import_two_people");
      await society.owner.query(
        "update import_upload set mapped_by = 'staff:X' where batch_id = $1",
        [id],
      );
      await expect(change("staff:X")).rejects.toMatchObject({
        constraint: "import_two_people",
      });
      const back = "update import_batch set state = 'undone', ended_by = 'x' where id = $1";
      await expect(society.owner.query(back, [id])).rejects.toThrow("cannot go from");
    });
  });

  describe("a posting whose connection is cut when all of it is written", () => {
    it("leaves nothing, and is posted once when it is asked for again", async () => {
      const { id } = await sent(90);
      const { shownDigest } = await read(id, "treasurer");
      // The last write is made to wait, so that the connection is cut between the writing and the
      // commit.
      await society.owner.query("begin");
      await society.owner.query("select from audit_head for update");
      const cut = ask("treasurer", "POST", `/${id}/posting`, { shownDigest });
      const waiting = `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ~ 'audit_append'`;
      const waits = async () => {
        await society.owner.query("select pg_stat_clear_snapshot()");
        expect(await count(waiting)).toBe(1);
      };
      await vi.waitFor(waits, { timeout: 20_000, interval: 20 });
      await society.owner.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
      await society.owner.query("rollback");
      expect((await cut).status).toBe(503);
      expect(await entriesOf(id)).toBe(0);
      expect(await read(id)).toMatchObject({ state: "prepared", progress: 0 });
      expect((await posting("treasurer", id)).status).toBe(201);
      expect(await entriesOf(id)).toBe(1);
    });

    it("reports its progress while it runs, and nothing afterwards", async () => {
      const { id } = await sent(95);
      // Entries cannot be written while the table is held, and everything before them can.
      await society.owner.query("begin; lock table journal_entry in share mode");
      const posted = posting("treasurer", id);
      const tells = async () => expect((await read(id)).progress).toBeGreaterThan(0);
      await vi.waitFor(tells, { timeout: 20_000, interval: 50 });
      await society.owner.query("rollback");
      expect((await posted).status).toBe(201);
      expect(await read(id)).toMatchObject({ state: "posted", progress: 0 });
    });
  });
});
