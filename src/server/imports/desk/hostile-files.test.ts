import { deflateRawSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { officeProblemsEn } from "#shared/messages/kernel/office-problems-en.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { uploadRows: 50, ...manyWrites },
});
const tokens: Record<string, string> = {};
const { ask, upload, map, bring, findings, count } = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrol(society, "MS1");
});

const head = "member_no,date,kind,amount,reference\n";
const bytes = (...given: number[]) => Uint8Array.from(given);
const row = "MS1,2026-04-14,deposit,1,\n";

/** The first bytes of a workbook, which is a ZIP: this one would unpack to much more. */
function workbook(): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(1_000_000));
  return Buffer.concat([Buffer.from("PK\u0003\u0004\u0014\0\0\0\b\0"), packed]);
}

steps("a hostile or broken file", () => {
  it.each([
    ["nothing", "", "file.empty"],
    ["a header alone", head, "file.empty"],
    ["blank rows and one more", `,,\n${row}`, "file.empty"],
    ["more columns than a table has", `${"a,".repeat(101)}\n1\n`, "file.name-row"],
    ["a NUL", `${head}MS1,2026-04-14,deposit,1,a\0b\n`, "file.encoding"],
    ["bytes of no encoding", bytes(0x6d, 0x81, 0xfe, 0x0a), "file.encoding"],
    ["a workbook that is cut in two", workbook(), "file.workbook"],
    ["a quote left open", `${head}MS1,"2026-04-14,deposit,1,\n`, "row.quotes"],
    ["more rows than may be", head + row.repeat(51), "file.rows"],
  ] as const)("of %s is rejected as a whole", async (_, csv, problem) => {
    const reply = await upload("entries", csv);
    expect(reply.status, reply.text).toBe(422);
    const { reason, errors } = reply.body as { reason: string; errors: { message: string }[] };
    expect(reason).toBe("file-faults");
    expect(errors.map(({ message }) => message)).toEqual([officeProblemsEn[problem]]);
    expect(await count("select from import_upload")).toBe(0);
  });

  it("with too many bytes is rejected, and not read without the permission", async () => {
    const large = "x".repeat(6_291_456);
    expect((await upload("entries", large)).status).toBe(413);
    expect((await upload("entries", large, { who: "treasurer" })).status).toBe(403);
    const headers = { "content-type": "application/json" };
    expect((await upload("entries", "{}", { headers })).status).toBe(415);
    expect(await count("select from import_batch")).toBe(0);
  });

  it("with a repeated name in its header is distinguished by position", async () => {
    const csv = "member_no,date,date,kind,amount\nMS1,nonsense,2026-04-14,deposit,1\n";
    const detail = (await upload("entries", csv)).body as ImportDetail;
    const places = { member_no: 0, date: 2, kind: 3, amount: 4 };
    const path = `/${detail.id}/files/${detail.files[0]?.id}/mapping`;
    const mapped = await ask("clerk", "POST", path, { places });
    expect(mapped.body).toMatchObject({ findings: 0 });
    const twice = await ask("clerk", "POST", path, { places: { ...places, date: 3 } });
    expect(JSON.stringify(twice.body)).toContain(officeProblemsEn["column.twice"]);
    const beyond = await ask("clerk", "POST", path, { places: { ...places, date: 7 } });
    expect(beyond.status).toBe(422);
  });

  it("with cells that would run as formulas is read as text, and each error is named", async () => {
    const csv =
      'full_name,member_no,joined_on,mobile\n"=HYPERLINK(""x"")",F1,2026-04-14,\n' +
      "@SUM(A1),F2,2026-04-14,+254712000482\nCellphone,-F3,=1,\n";
    const detail = await bring({ members: csv });
    expect((await findings(detail.id)).map((one) => [one.row, one.column])).toEqual([
      [4, "member_no"],
      [4, "joined_on"],
    ]);
  });

  it("with a value under no column is reported, unless the column was left out", async () => {
    const detail = await bring({ members: "member_no,full_name,joined_on\nC1,C,2026-04-14,x\n" });
    expect((await findings(detail.id)).map(({ reason, given }) => [reason, given])).toEqual([
      ["row.surplus", { cell: 4 }],
    ]);
    const other = "member_no,full_name,joined_on,shoe\nC2,C,2026-04-14,41\n";
    expect((await bring({ members: other })).findings).toBe(0);
  });

  it("of an unknown kind, or for another person's import, is rejected", async () => {
    expect((await upload("shoes", head)).status).toBe(422);
    expect((await upload("entries", head + row, { into: "999" })).status).toBe(404);
    const { id } = await bring({ entries: `${head}MS1,2026-04-14,deposit,2,K1\n` });
    const foreign = await upload("entries", `${head}${row}`, { into: id, replaces: "99999" });
    expect(foreign.body).toMatchObject({ reason: "no-such-file" });
    const rows = head + row.repeat(49);
    expect((await upload("entries", rows, { into: id })).status).toBe(201);
    const more = await upload("entries", `${head}${row}${row}`, { into: id });
    expect(JSON.stringify(more.body)).toContain(officeProblemsEn["file.rows"]);
  });

  it("with more errors than are kept has all of them counted", async () => {
    const faults = Array.from({ length: 50 }, (_, at) => `X${at},never,gift,many,`).join("\n");
    const detail = (await upload("entries", `${head}${faults}\n`)).body as ImportDetail;
    const mapped = (await map(detail)).body as ImportDetail;
    expect(mapped.findings).toBe(200);
    const first = await ask("clerk", "GET", `/${detail.id}/findings`);
    const { rows, next } = first.body as { rows: unknown[]; next: string };
    expect(rows).toHaveLength(100);
    const second = await ask("clerk", "GET", `/${detail.id}/findings?after=${next}`);
    expect(second.body).toMatchObject({ next: "" });
  });
});
