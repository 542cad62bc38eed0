import { beforeAll, describe, expect, it } from "vitest";
import { WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { textRow, workbookOf } from "#test/workbooks.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, posting, upload, map, send, post, standing, findings } = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const [number, role] of [
    ["CLERK", "clerk"],
    ["TREASURER", "treasurer"],
    ["ADMIN", "administrator"],
  ] as const) {
    await employ(society, number, role);
    tokens[role] = await signIn(society, number);
  }
  await enrol(society, "MS1");
});

const fileIn = (reply: { body: unknown }) => (reply.body as ImportDetail).files.at(-1);

/** Rows of members with letters that each encoding writes in its own way. */
const table = (separator: string, start: number) =>
  [
    ["Member No.", "Names", "Date Joined", "Address"],
    [`M${start}`, "Zoë Wanjirũ".replace("ũ", "ü"), "2020-01-31", "Box 1, Nairobi"],
    [`M${start + 1}`, "José Mwangi", "2020-02-29", "Box 2; Thika"],
  ]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(separator))
    .join("\r\n");

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

describe("how a file is read", () => {
  it.each([
    ["commas in UTF-8", Buffer.from(table(",", 100)), "utf-8", "comma"],
    ["semicolons with a mark", Buffer.from(`\ufeff${table(";", 110)}`), "utf-8", "semicolon"],
    ["tabs in UTF-16 LE", utf16(table("\t", 120), false), "utf-16le", "tab"],
    ["pipes in UTF-16 BE", utf16(table("|", 130), true), "utf-16be", "pipe"],
    ["UTF-16 without a mark", utf16(table(",", 140), false).subarray(2), "utf-16le", "comma"],
    ["Windows-1252", Buffer.from(table(";", 150), "latin1"), "windows-1252", "semicolon"],
  ] as const)("is recognised and shown: %s", async (_, content, encoding, separator) => {
    const taken = await upload("members", content);
    expect(taken.status, taken.text).toBe(201);
    expect(fileIn(taken)?.reading).toMatchObject({ format: "csv", encoding, separator });
    expect(fileIn(taken)?.samples[0]?.[1]).toBe("Zoë Wanjirü");
    const mapped = (await map(taken.body as ImportDetail)).body as ImportDetail;
    expect(await findings(mapped.id)).toEqual([]);
    expect(mapped).toMatchObject({ findings: 0, isChecked: true });
  });

  it("may be changed by the person who prepares it, and is mapped again", async () => {
    const csv = "member_no;full_name,x;joined_on\nM200;A,B;2020-01-01\n";
    const taken = (await upload("members", csv)).body as ImportDetail;
    const path = `/${taken.id}/files/${taken.files[0]?.id}/reading`;
    expect(taken.files[0]?.reading.separator).toBe("semicolon");
    await map(taken);
    const changed = await ask("clerk", "POST", path, { separator: "comma" });
    expect(fileIn(changed)).toMatchObject({
      reading: { separator: "comma", isCertain: true },
      header: ["member_no;full_name", "x;joined_on"],
      mapping: "guess",
    });
    expect(changed.body).toMatchObject({ isChecked: false });
    const wrong = await ask("clerk", "POST", path, { encoding: "utf-16le" });
    expect(wrong.body).toMatchObject({ reason: "file-faults" });
    expect((await ask("clerk", "POST", path, { separator: "dash" })).status).toBe(422);
    expect((await ask("treasurer", "POST", path, {})).status).toBe(403);
  });

  it("belongs to its preparer: the person who changed it does not post it", async () => {
    const taken = (await upload("members", table(",", 300))).body as ImportDetail;
    const path = `/${taken.id}/files/${taken.files[0]?.id}/reading`;
    const again = await ask("administrator", "POST", path, { headerRow: 1 });
    expect(again.status, again.text).toBe(201);
    await map(again.body as ImportDetail);
    await send(taken.id);
    const posted = await posting("administrator", taken.id);
    expect(posted.body).toMatchObject({ reason: "import-two-people" });
    const forced = society.owner.query(
      "update import_batch set state = 'posted', posted_by = 'staff:ADMIN' where id = $1",
      [taken.id],
    );
    await expect(forced).rejects.toMatchObject({ constraint: "import_two_people" });
  });

  it("skips titles, blank rows and totals, and says which and why", async () => {
    const csv = [
      "KENYATTA HOSPITAL SACCO,,,",
      "Entries for April,,,",
      ",,,",
      "member_no,date,kind,amount",
      "MS1,2026-04-14,deposit,10",
      ",,,",
      "MS1,2026-04-14,share_capital,20",
      "TOTAL,,,30",
      "Prepared by: Halima,,,",
    ].join("\n");
    const taken = (await upload("entries", csv)).body as ImportDetail;
    expect(taken.files[0]).toMatchObject({
      rows: 2,
      header: ["member_no", "date", "kind", "amount"],
    });
    expect(taken.files[0]?.reading).toMatchObject({
      headerRow: 4,
      skipped: [
        { row: 1, why: "title", text: "KENYATTA HOSPITAL SACCO" },
        { row: 2, why: "title", text: "Entries for April" },
        { row: 6, why: "blank", text: "" },
        { row: 8, why: "total", text: "TOTAL 30" },
        { row: 9, why: "footer", text: "Prepared by: Halima" },
      ],
    });
    const mapped = (await map(taken)).body as ImportDetail;
    expect(mapped).toMatchObject({ findings: 0 });
    expect(mapped.files[0]?.sums).toEqual([{ column: "amount", amount: 30 }]);
  });

  it("counts rows as the spreadsheet does, and reads totals in the middle as lines", async () => {
    const csv = [
      "Opening entries;;;",
      "",
      "Member Number;Date;Kind;Amount (KES)",
      "MS1;2026-04-14;deposit;10",
      "Total;;;10",
      "NOBODY;2026-04-14;deposit;20",
    ].join("\n");
    const taken = (await upload("entries", csv)).body as ImportDetail;
    const mapped = (await map(taken)).body as ImportDetail;
    const found = await findings(mapped.id);
    expect(new Set(found.map(({ row }) => row))).toEqual(new Set([5, 6]));
    const faults = await ask("clerk", "GET", `/${taken.id}/files/${taken.files[0]?.id}/faults`);
    expect(faults.status).not.toBe(500);
  });

  it("may be a workbook: a sheet is chosen, its dates are dates, and it is posted", async () => {
    const days = '<row r="4"><c t="str"><v>MS1</v></c><c s="1"><v>46126</v></c>';
    const kind = '<c t="str"><v>deposit</v></c><c><v>1250.5</v></c></row>';
    const sheets = {
      Notes: textRow(1, ["Read", "me"]),
      April: textRow(3, ["M/No", "Value Date", "Type", "Amount (KES)"]) + days + kind,
    };
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const book = workbookOf({ sheets, styles });
    const headers = { "content-type": WORKBOOK_TYPE };
    const refused = await upload("entries", book, { headers });
    expect(refused.body).toMatchObject({ reason: "file-faults" });
    const both = workbookOf({
      sheets: { ...sheets, Notes: `${sheets.Notes}${textRow(2, ["a", "b"])}` },
      styles,
    });
    const taken = await upload("entries", both, { headers, fileName: "april.xlsx" });
    expect(taken.status, taken.text).toBe(201);
    const { id, files } = taken.body as ImportDetail;
    expect(files[0]?.reading).toMatchObject({
      sheets: ["Notes", "April"],
      sheet: "Notes",
      isCertain: false,
    });
    const path = `/${id}/files/${files[0]?.id}/reading`;
    const again = await ask("clerk", "POST", path, { sheet: "April" });
    expect(fileIn(again)?.samples).toEqual([["MS1", "2026-04-14", "deposit", "1250.5"]]);
    await map(again.body as ImportDetail);
    expect(await findings(id)).toEqual([]);
    await send(id);
    await post(id);
    expect(await standing("member-deposits", "MS1")).toBe(1250.5);
  });
});

describe("the dates of a column", () => {
  const members = (...days: string[]) =>
    ["member_no,full_name,joined_on", ...days.map((day, at) => `D${at},Name,${day}`)].join("\n");
  const joined = async (prefix: string, days: string[], chosen?: object) => {
    const csv = members(...days).replaceAll(/^D/gm, prefix);
    const taken = (await upload("members", csv)).body as ImportDetail;
    const mapped = await map(taken, chosen === undefined ? {} : { days: { joined_on: chosen } });
    return { taken, mapped };
  };
  /** The days on the register once it is posted. */
  const posted = async (prefix: string, detail: ImportDetail) => {
    expect(await findings(detail.id)).toEqual([]);
    await send(detail.id);
    await post(detail.id);
    const { rows } = await society.owner.query<{ day: string }>(
      "select joined_on::text as day from member where member_no like $1 order by member_no",
      [`${prefix}%`],
    );
    return rows.map(({ day }) => day);
  };

  it("that may be d/m or m/d are a question with two readings, never a guess", async () => {
    const days = ["03/04/2024", "12/11/2023"];
    const { taken, mapped } = await joined("DA", days);
    expect(taken.files[0]?.reading.days).toMatchObject([
      { either: { row: 2, text: "03/04/2024", readings: ["2024-04-03", "2024-03-04"] } },
    ]);
    expect(mapped.status).toBe(422);
    expect(mapped.body).toMatchObject({ errors: [{ field: "days.joined_on.order" }] });
    expect((await ask("clerk", "POST", `/${taken.id}/sending`, {})).status).toBe(409);
    const chosen = await map(taken, { days: { joined_on: { order: "month-first" } } });
    expect(chosen.status, chosen.text).toBe(201);
    expect(await posted("DA", chosen.body as ImportDetail)).toEqual(["2024-03-04", "2023-12-11"]);
  });

  it.each([
    ["DB", ["03/04/2024", "25/12/2023"], ["2024-04-03", "2023-12-25"]],
    ["DC", ["03/04/2024", "12/25/2023"], ["2024-03-04", "2023-12-25"]],
    ["DD", ["05/05/2024", "2024-02-03"], ["2024-05-05", "2024-02-03"]],
    ["DE", ["3.4.24", "25 Dec 99"], null],
  ])("are read by a certain one (%s)", async (prefix, days, wanted) => {
    const { mapped } = await joined(prefix, days);
    if (wanted === null) expect(mapped.status).toBe(422);
    else expect(await posted(prefix, mapped.body as ImportDetail)).toEqual(wanted);
  });

  it("that contradict each other are errors by row", async () => {
    const { mapped } = await joined("DF", ["25/12/2023", "24/12/2023", "12/31/2023"]);
    const found = await findings((mapped.body as ImportDetail).id);
    expect(found).toMatchObject([{ row: 4, column: "joined_on", reason: "cell.day" }]);
  });

  it("with years of two digits show how they are read", async () => {
    const { taken, mapped } = await joined("DG", ["25/12/49", "25/12/63"]);
    expect(taken.files[0]?.reading.days).toMatchObject([
      { shortYear: { row: 2, text: "25/12/49", readings: ["2049-12-25", ""] } },
    ]);
    const found = await findings((mapped.body as ImportDetail).id);
    expect(found).toMatchObject([{ row: 2, reason: "cell.future" }]);
  });

  it("that are serial numbers of a spreadsheet are confirmed, from 1900 or from 1904", async () => {
    const { taken, mapped } = await joined("DH", ["45382", "36526.5"]);
    expect(taken.files[0]?.reading.days).toMatchObject([
      { serial: { row: 2, text: "45382", readings: ["2024-03-31", "2028-04-01"] } },
    ]);
    expect(mapped.body).toMatchObject({ errors: [{ field: "days.joined_on.system" }] });
    const chosen = await map(taken, { days: { joined_on: { system: "1900" } } });
    expect(await posted("DH", chosen.body as ImportDetail)).toEqual(["2024-03-31", "2000-01-01"]);
    const old = await joined("DI", ["43920"], { system: "1904" });
    expect(await posted("DI", old.mapped.body as ImportDetail)).toEqual(["2024-03-31"]);
  });

  it("keep their answer when rows are corrected, and lose it when read again", async () => {
    const { taken } = await joined("DJ", ["03/04/2024", "13/13/2024"]);
    const days = { joined_on: { order: "month-first" } };
    const mapped = (await map(taken, { days })).body as ImportDetail;
    const file = mapped.files[0]?.id;
    const mended = "Row,member_no,full_name,joined_on\n3,DJ1,Name,05/06/2024\n";
    const merged = await society.send("POST", `/api/v1/imports/${taken.id}/files/${file}/mending`, {
      token: tokens["clerk"] ?? "",
      body: mended,
      headers: { "content-type": "text/csv" },
    });
    expect(merged.body).toMatchObject({ findings: 0, isChecked: true });
    const path = `/${taken.id}/files/${fileIn(merged)?.id}/reading`;
    const again = await ask("clerk", "POST", path, { headerRow: 1 });
    expect(fileIn(again)?.columns.find(({ name }) => name === "joined_on")?.days).toBeNull();
  });
});
