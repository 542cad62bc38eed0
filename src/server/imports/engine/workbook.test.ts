import writeExcelFile from "write-excel-file/node";
import { describe, expect, it } from "vitest";
import { bookParts, textRow, workbookOf, zipOf } from "#test/workbooks.ts";
import type { FileBounds } from "./row-bounds.ts";
import { openFile } from "./open-file.ts";

const bounds: FileBounds = { rows: 1000, columns: 100, cells: 20_000 };

/** The CSV of a workbook, or its error. */
async function read(content: Uint8Array, sheet?: string): Promise<string> {
  const file = await openFile(content, bounds, sheet === undefined ? {} : { sheet });
  return "problem" in file ? `${file.row} ${file.problem}` : Buffer.from(file.bytes).toString();
}

const head = textRow(1, ["member_no", "amount"]);
const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>' +
  '<numFmt numFmtId="165" formatCode="&quot;days&quot; 0.00"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/>' +
  '<xf numFmtId="165"/></cellXfs>';

describe("a workbook", () => {
  it("has shared and inline texts, numbers, dates and the stored values of formulas", async () => {
    const strings =
      "<si><t>member_no</t></si><si><r><t>Wanjirũ </t></r><r><t>&amp; Co</t></r>" +
      "<rPh><t>no</t></rPh></si><si><t>a_x000D_b, &quot;c&quot;</t></si>";
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>b</t></is></c></row>' +
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>1234.5600000000001</v></c>' +
      '<c r="C3" s="1"><v>45382</v></c></row>' +
      '<row><c t="s"><v>2</v></c><c t="str"><f>A1&amp;B1</f><v>stored</v></c>' +
      '<c s="2"><v>45382.75</v></c><c s="3"><v>7</v></c><c t="b"><v>1</v></c>' +
      '<c t="e"><v>#N/A</v></c><c><v>254712000482</v></c></row>';
    expect(await read(workbookOf({ sheets: { A: rows }, strings, styles }))).toBe(
      "member_no,,b\n\nWanjirũ & Co,1234.56,2024-03-31\n" +
        '"a\rb, ""c""",stored,2024-03-31,7,TRUE,#N/A,254712000482\n',
    );
  });

  it("counts its days from 1904 where it says so", async () => {
    const sheets = { A: '<row><c s="1"><v>0</v></c><c s="1"><v>43920</v></c></row>' };
    const properties = '<workbookPr date1904="1"/>';
    expect(await read(workbookOf({ sheets, styles, properties }))).toBe("1904-01-01,2024-03-31\n");
  });

  it("is read at its first visible sheet, or at the one that is chosen", async () => {
    const parts = bookParts({ sheets: { Hidden: head, April: head, May: textRow(1, ["x", "y"]) } });
    const home = String(parts["xl/workbook.xml"]).replace("<sheet ", '<sheet state="hidden" ');
    const book = zipOf({ ...parts, "xl/workbook.xml": home });
    const file = await openFile(book, bounds);
    expect(file).toMatchObject({
      reading: { format: "xlsx", sheets: ["April", "May"], sheet: "April", isCertain: false },
    });
    expect(await read(book, "May")).toBe("x,y\n");
    expect(await read(book, "Hidden")).toBe("0 file.sheet");
  });

  it("of a common program is read whole", async () => {
    const cell = (value: string | number) => ({ value });
    const day = { value: new Date("2024-03-31T00:00:00Z"), format: "dd/mm/yyyy" };
    const book = await writeExcelFile([
      [cell("Member No"), cell("Date"), cell("Amount")],
      [cell("MS1"), day, cell(1500.5)],
    ] as never).toBuffer();
    expect(await read(book)).toBe("Member No,Date,Amount\nMS1,2024-03-31,1500.5\n");
  });
});

const good = { sheets: { A: head + textRow(2, ["MS1", "5"]) } };
const entity = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>';
const deep = (name: string, xml: string) => ({ ...good, more: { [`xl/${name}`]: xml } });
const manyCells = "<row>" + "<c><v>1</v></c>".repeat(99) + "</row>";
const compound = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]);

describe("a hostile or broken workbook", () => {
  it.each<[string, Uint8Array, string]>([
    ["that is cut in two", workbookOf(good).subarray(0, 400), "0 file.workbook"],
    ["that is only its first bytes", Buffer.from("PK\u0003\u0004"), "0 file.workbook"],
    ["that is a zip of something else", zipOf({ "word/document.xml": "<a/>" }), "0 file.workbook"],
    ["of an older Excel", compound, "0 file.xls"],
    [
      "with a password",
      Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]),
      "0 file.locked",
    ],
    ["with an encrypted part", workbookOf(good, { flags: 1 }), "0 file.locked"],
    ["with macros", workbookOf(deep("vbaProject.bin", "x")), "0 file.macros"],
    ["with entities", workbookOf(deep("workbook.xml", `${entity}<a>&c;</a>`)), "0 file.workbook"],
    ["of broken XML", workbookOf(deep("worksheets/sheet0.xml", "<a><b></a>")), "0 file.workbook"],
    [
      "with a part there twice",
      workbookOf(good, { twice: ["xl/worksheets/sheet0.xml"] }),
      "0 file.workbook",
    ],
    [
      "that inflates to more than it says",
      workbookOf(good, { declared: { "xl/worksheets/sheet0.xml": 10 } }),
      "0 file.workbook",
    ],
    [
      "that says it inflates to a gigabyte",
      workbookOf(good, { declared: { "xl/worksheets/sheet0.xml": 1_073_741_824 } }),
      "0 file.heavy",
    ],
    ["with too many parts", zipOf(Object.fromEntries(fill(2001))), "0 file.heavy"],
    ["with too many cells", workbookOf({ sheets: { A: manyCells.repeat(300) } }), "203 file.cells"],
    [
      "with too many rows",
      workbookOf({ sheets: { A: "<row><c><v>1</v></c></row>".repeat(1200) } }),
      "1101 file.rows",
    ],
    [
      "with a cell far to the right",
      workbookOf({ sheets: { A: '<row><c r="XFD1"><v>1</v></c></row>' } }),
      "1 file.columns",
    ],
    [
      "whose rows go backwards",
      workbookOf({ sheets: { A: '<row r="5"/><row r="4"/>' } }),
      "0 file.workbook",
    ],
    [
      "with a row beyond the last",
      workbookOf({ sheets: { A: '<row r="99999999"/>' } }),
      "0 file.workbook",
    ],
    [
      "whose few texts are shown a thousand times",
      workbookOf({
        strings: `<si><t>${"x".repeat(100_000)}</t></si>`,
        sheets: { A: '<row><c t="s"><v>0</v></c></row>'.repeat(900) },
      }),
      "0 file.heavy",
    ],
  ])("%s is rejected, and says why", async (_, content, problem) => {
    expect(await read(content)).toBe(problem);
  });

  it("of a few kilobytes that inflates to 250 megabytes is not inflated", async () => {
    const blanks = Buffer.alloc(250_000_000, " ");
    const parts = deep("worksheets/sheet0.xml", "");
    const bomb = workbookOf({ ...parts, more: { "xl/worksheets/sheet0.xml": blanks } });
    expect(bomb.length).toBeLessThan(5_242_880);
    expect(await read(bomb)).toBe("0 file.heavy");
  });
});

function fill(count: number): [string, string][] {
  return Array.from({ length: count }, (_, at) => [`p${at}`, ""]);
}
