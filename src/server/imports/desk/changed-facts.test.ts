import { beforeAll, describe, expect, it } from "vitest";
import { reverseSelected } from "#server/ledger/journal/reverse-set.ts";
import { importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, bring, map, post, posting, read, send, standing, upload } = importOffice(
  society,
  tokens,
);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["SH1", "SH2"]) await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const entries = (memberNo: string, reference: string) =>
  `member_no,date,kind,amount,reference\n${memberNo},2024-01-31,deposit,70,${reference}\n`;

/** Returns an import to the clerk, who replaces its file by one with the same sum. */
async function swapFile(id: string, csv: string): Promise<void> {
  await ask("administrator", "POST", `/${id}/return`, { reason: "Look again" });
  const replaces = (await read(id)).files[0]?.id ?? "";
  const taken = await upload("entries", csv, { into: id, replaces });
  expect((await map(taken.body as Awaited<ReturnType<typeof read>>)).status).toBe(201);
  await send(id);
}

describe("an import is posted as it was shown", () => {
  it("so one that names another member meanwhile is not, and says what changed", async () => {
    const { id } = await bring({ entries: entries("SH1", "SH-1") });
    await send(id);
    const { shownDigest } = await read(id, "treasurer");
    await swapFile(id, entries("SH2", "SH-2"));
    const stale = await ask("treasurer", "POST", `/${id}/posting`, { shownDigest });
    expect(stale.status, stale.text).toBe(409);
    expect(stale.body).toMatchObject({ reason: "shown-changed", changes: [{ name: "print" }] });
    expect([await standing("member-deposits", "SH1"), (await read(id)).state]).toEqual([
      0,
      "prepared",
    ]);
    expect((await posting("treasurer", id)).status).toBe(201);
  });

  it("so a posting without the digest of what was shown is rejected", async () => {
    const { id } = await bring({ entries: entries("SH1", "SH-3") });
    await send(id);
    expect((await ask("treasurer", "POST", `/${id}/posting`, {})).status).toBe(422);
    const empty = await ask("treasurer", "POST", `/${id}/posting`, { shownDigest: "" });
    expect(empty.body).toMatchObject({ reason: "shown-changed" });
  });
});

describe("an import is undone as it was shown", () => {
  it("so one with an entry reversed meanwhile is not, and says what changed", async () => {
    const { id } = await bring({ entries: entries("SH1", "SH-4") });
    await send(id);
    await post(id);
    const shown = await read(id, "administrator");
    expect([shown.entries, shown.reversed]).toEqual([1, 0]);
    const ofImport = `select e.id as entry_id from journal_entry e
      join import_batch b on b.run_id = e.import_run_id where b.id = $1`;
    await society.database.unitOfWork("staff:TREASURER", async (work) => {
      await work.takeTime();
      await reverseSelected(work, ofImport, [BigInt(id)]);
    });
    const given = { reason: "Wrong month", shownDigest: shown.shownDigest };
    const stale = await ask("administrator", "POST", `/${id}/undoing`, given);
    expect(stale.body).toMatchObject({
      reason: "shown-changed",
      changes: [{ name: "reversed", value: "1" }],
    });
  });
});
