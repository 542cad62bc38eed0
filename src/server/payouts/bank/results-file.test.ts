import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { bankCalls, payableLoans } from "#test/bank-transfers.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";
import { payoutOf } from "#test/payouts.ts";
import { reasonOf, type Reply } from "#test/served-society.ts";
import { treasuryCalls } from "#test/treasury.ts";

const lending = lendingSociety();
const { society, tokens, tokenOf, employStaff } = lending;
const calls = bankCalls(society, tokenOf);
const { approve, agree, makeFile, linesOf, askResults, askTakeBack, get } = calls;
const { payable } = payableLoans(lending, calls);
const { book } = treasuryCalls(society, tokens);

beforeAll(employStaff);

const HEAD = "file,line,reference,amount,status,reason,bank_reference";
const idIn = ({ body }: Reply) => (body as { approvalId: string }).approvalId;
const errorsIn = ({ body }: Reply) =>
  ((body as { errors?: { field: string; message: string }[] }).errors ?? []).map(
    ({ field, message }) => `${field} ${message}`,
  );

const send = (id: string, noun: string, body: string | Uint8Array, who = "ADMIN") =>
  society.send("POST", `/api/v1/eft-files/${id}/${noun}`, {
    token: tokenOf(who),
    body,
    headers: { "content-type": "text/csv" },
  });
const preview = (id: string, body: string | Uint8Array) => send(id, "results-reading", body);
const upload = (id: string, body: string | Uint8Array, who = "ADMIN") =>
  send(id, "results-file", body, who);

interface Row {
  readonly file: string;
  readonly line: number | string;
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
  readonly reason: string;
  readonly bank_reference: string;
}
const csv = (rows: readonly Row[]) =>
  [
    HEAD,
    ...rows.map((row) =>
      HEAD.split(",")
        .map((name) => row[name as keyof Row])
        .join(","),
    ),
  ]
    .join("\r\n")
    .concat("\r\n");

let references = 0;
/** A file of two payments, and the bank's results: one paid, one returned. */
async function answered() {
  const [one, two] = [await payable(), await payable()];
  const id = await makeFile();
  const rows = (await linesOf(id)).map((line): Row => {
    const told = { file: id, line: line.line, reference: line.reference, amount: `${LENT}.00` };
    if (line.memberNo !== one.memberNo) {
      return { ...told, status: "returned", reason: "Account closed", bank_reference: "" };
    }
    const reference = `FT26-R${(references += 1)}`;
    return { ...told, status: "Paid", reason: "", bank_reference: reference };
  });
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error("the file has two payments");
  return { id, one, two, rows, first, second };
}

const otherwise = ({ bank_reference: written }: Row) => `00${written.replace("-", "")}`;
const paidBy = ({ line }: Row, bankReference: string) => ({ line, outcome: "paid", bankReference });

describe("the bank's results of a file", () => {
  it("are previewed with totals, and settle nothing before another person approves", async () => {
    const { id, one, two, rows, first } = await answered();
    const seen = await preview(id, csv(rows));
    expect(seen.status, seen.text).toBe(200);
    expect(seen.body).toMatchObject({
      paid: 1,
      paidAmount: LENT,
      returned: 1,
      returnedAmount: LENT,
      repeated: 0,
      rows: [
        { memberNo: one.memberNo, outcome: "paid", bankReference: first.bank_reference },
        { memberNo: two.memberNo, outcome: "returned", reason: "Account closed" },
      ],
    });
    expect((await get(`eft-files/${id}`, "ADMIN")).body).toMatchObject({ waiting: [], open: 2 });
    const asked = await upload(id, csv(rows));
    expect(asked.status, asked.text).toBe(201);
    expect(reasonOf(await upload(id, csv(rows)))).toBe("approval-waits");
    expect((await payoutOf(society, one.memberNo)).state).toBe("waiting");
    expect(reasonOf(await approve(idIn(asked), "ADMIN"))).toMatch(/two-people|staff-only/);
    await agree(asked, "TREASURER");
    expect((await payoutOf(society, one.memberNo)).state).toBe("paid");
    expect((await payoutOf(society, two.memberNo)).state).toBe("failed");
    expect(await reconcile(society.database)).toEqual([]);
    for (const again of [await preview(id, csv(rows)), await upload(id, csv(rows))]) {
      expect(errorsIn(again)).toEqual(["row:0: Every line of the file has this result already."]);
    }
  });

  it("are read with our own columns around them, in any order and with a mark", async () => {
    const { id, rows } = await answered();
    const own = "beneficiary_name,bank_name,branch_code,account_number,currency,debit_account";
    const text = [
      `${own},${HEAD}`,
      ...rows
        .toReversed()
        .map((row) => `"Amina, A.",B,011,11223344,KES,1,${csv([row]).split("\r\n")[1]}`),
    ].join("\n");
    expect((await preview(id, `\uFEFF${text}`)).body).toMatchObject({ paid: 1, returned: 1 });
    await agree(await upload(id, `\uFEFF${text}`), "TREASURER");
  });

  it("that repeat some that are known give the rest, and contradict none", async () => {
    const { id, rows, first, second } = await answered();
    const told = { line: first.line, outcome: "paid", bankReference: first.bank_reference };
    await agree(await askResults(id, [told]), "TREASURER");
    const other = [{ ...first, bank_reference: "FT26-OTHER" }, second];
    expect(errorsIn(await upload(id, csv(other)))).toEqual([
      "row:2:status The line has another result already.",
    ]);
    expect((await preview(id, csv(rows))).body).toMatchObject({
      paid: 0,
      returned: 1,
      repeated: 1,
    });
    await agree(await upload(id, csv(rows)), "TREASURER");
    expect((await linesOf(id)).map(({ state }) => state)).toEqual(["paid", "returned"]);
  });

  it("are sent by people who may send payouts, for a file that is not withdrawn", async () => {
    const { id, rows } = await answered();
    expect((await upload(id, csv(rows), "OFFICER")).status).toBe(403);
    expect(reasonOf(await upload("999999", csv(rows)))).toBe("no-such-payout-file");
    await agree(await askTakeBack(id), "TREASURER");
    expect(reasonOf(await upload(id, csv(rows)))).toBe("payout-state");
    const next = await makeFile();
    const moved = rows.map((row) => ({ ...row, file: next }));
    await agree(await upload(next, csv(moved)), "TREASURER");
  });

  it("settle no two payments by one reference, even if an earlier version asked", async () => {
    const { id, first, second } = await answered();
    const rows = [paidBy(first, first.bank_reference), paidBy(second, otherwise(first))];
    const waiting = await society.database.unitOfWork("staff:ADMIN", (work) =>
      requestApproval(work, {
        kind: "eft-results",
        subject: `eft-file:${id}`,
        payload: { file: id, rows },
      }),
    );
    expect(reasonOf(await approve(String(waiting), "TREASURER"))).toBe("receipt-used");
    expect((await linesOf(id)).map(({ state }) => state)).toEqual(["open", "open"]);
  });
});

describe("a file of results is rejected whole", () => {
  let open: Awaited<ReturnType<typeof answered>>;
  beforeAll(async () => {
    open = await answered();
  });

  type Change = (row: Row, all: typeof open) => Partial<Row>;
  const changes: readonly (readonly [string, string, Change])[] = [
    ["names an unknown line", "row:2:line The file has no", () => ({ line: 99 })],
    ["names the line by a formula", "row:2:line The file has no", () => ({ line: "=1" })],
    ["is of another file", "row:2:file This row is of", () => ({ file: "1000" })],
    [
      "has another line's reference",
      "row:2:reference",
      (_, all) => ({ reference: all.second.reference }),
    ],
    ["has another amount", "row:2:amount The line has", () => ({ amount: `${LENT}.01` })],
    ["has an amount as a formula", "row:2:amount", () => ({ amount: `=${LENT}.00` })],
    ["has a negative amount", "row:2:amount", () => ({ amount: `-${LENT}.00` })],
    ["has no status", "row:2:status Write paid", () => ({ status: "" })],
    ["has a strange status", "row:2:status", () => ({ status: "=paid" })],
    ["is paid without a reference", "row:2:bank_reference", () => ({ bank_reference: "" })],
    ["has a formula as reference", "row:2:bank_", () => ({ bank_reference: "=HYPERLINK(1)" })],
    ["is returned without a reason", "row:2:reason", () => ({ status: "returned" })],
    ["has a formula as reason", "row:2:reason", () => ({ status: "returned", reason: "@SUM(A1)" })],
  ];

  it.each(changes)("if a row %s", async (_, error, change) => {
    const { id, first, second } = open;
    const body = csv([{ ...first, ...change(first, open) }, second]);
    for (const reply of [await preview(id, body), await upload(id, body)]) {
      expect(reply.status, reply.text).toBe(422);
      expect(errorsIn(reply).filter((one) => !one.startsWith("row:0:"))).toEqual([
        expect.stringContaining(error),
      ]);
    }
    expect((await get(`eft-files/${id}`, "ADMIN")).body).toMatchObject({ waiting: [] });
  });

  it("if a line is missing, and names it", async () => {
    const { id, first, second } = open;
    expect(errorsIn(await upload(id, csv([second])))).toEqual([
      `row:0:line These lines have no result: ${first.line}.`,
    ]);
  });

  it("if it is doubled, in rows or as a whole", async () => {
    const { id, rows, second } = open;
    expect(errorsIn(await upload(id, csv([...rows, second])))).toEqual([
      "row:4:line Row 3 has this line too.",
    ]);
    const doubled = csv(rows) + csv(rows);
    expect(errorsIn(await upload(id, doubled))).toHaveLength(3);
  });

  it("if a reference of the bank settles two payments, here or elsewhere", async () => {
    const { id, first, second } = open;
    const paid = { ...second, status: "paid", bank_reference: first.bank_reference.toLowerCase() };
    expect(errorsIn(await upload(id, csv([first, paid])))).toEqual([
      expect.stringContaining("row:3:bank_reference "),
    ]);
    const settled = await answered();
    await agree(await upload(settled.id, csv(settled.rows)), "TREASURER");
    const elsewhere = { ...first, bank_reference: settled.first.bank_reference };
    const returned = { ...elsewhere, status: "returned", reason: "Account closed" };
    for (const row of [elsewhere, returned]) {
      expect(errorsIn(await upload(id, csv([row, second])))).toEqual([
        expect.stringContaining("row:2:bank_reference "),
      ]);
    }
  });

  it("if a reference of the bank is in it twice, however it is written", async () => {
    const { id, first, second } = open;
    const again = { ...second, bank_reference: otherwise(first).toLowerCase() };
    for (const row of [again, { ...again, status: "paid" }]) {
      const body = csv([first, row]);
      for (const reply of [await preview(id, body), await upload(id, body)]) {
        expect(errorsIn(reply)).toEqual([expect.stringContaining("row:3:bank_reference ")]);
      }
    }
    const results = [paidBy(first, first.bank_reference), paidBy(second, otherwise(first))];
    expect(reasonOf(await askResults(id, results))).toBe("receipt-used");
  });

  it("if the treasury has booked a reference of the bank, and names its row", async () => {
    const { id, first, second } = open;
    const booked = { ...first, bank_reference: "FT26-BOOKED" };
    await book({ kind: "other-income-at-bank", amount: 10, reference: otherwise(booked) });
    for (const status of ["paid", "returned"]) {
      const body = csv([{ ...booked, status, reason: "Account closed" }, second]);
      for (const reply of [await preview(id, body), await upload(id, body)]) {
        expect(errorsIn(reply)).toEqual([expect.stringContaining("row:2:bank_reference ")]);
      }
    }
    const results = [paidBy(booked, booked.bank_reference)];
    expect(reasonOf(await askResults(id, results))).toBe("receipt-used");
  });

  it("if its account number differs", async () => {
    const { id, rows } = open;
    const [head = "", one = "", two = ""] = csv(rows).split("\r\n");
    const body = `${head},account_number\n${one},0011223344\n${two},0011223345\n`;
    expect(errorsIn(await upload(id, body))).toEqual([
      "row:3:account_number The line went to another account.",
    ]);
  });

  it("if it is not a table of results, and names its first row", async () => {
    const { id, rows } = open;
    const text = csv(rows);
    const given = [
      text.replace("bank_reference", "receipt"),
      text.replace("file,", "file,note,"),
      text.replace(HEAD, `${HEAD},status`),
      "",
      HEAD,
      "\u0000\u0001\u0002binary",
      `${HEAD}\n"1,1,x`,
    ];
    for (const body of given) {
      const reply = await upload(id, body);
      expect(reply.status, `${body.slice(0, 60)} ${reply.text}`).toBeGreaterThanOrEqual(400);
      expect(reply.status, body.slice(0, 60)).toBeLessThan(500);
    }
    expect(errorsIn(await upload(id, given[0] ?? ""))).toEqual([
      expect.stringContaining("row:1: The first row must name the columns: file, line"),
    ]);
  });

  it("if it has more rows or bytes than an upload may have", async () => {
    const { id, rows } = open;
    const [head = "", one = ""] = csv(rows).split("\r\n");
    const many = await upload(id, `${head}\n${`${one}\n`.repeat(50_001)}`);
    expect(many.status).toBe(422);
    expect(errorsIn(many)).toEqual([expect.stringContaining("too many lines")]);
    const large = await upload(id, `${head}\n${`${one}\n`.repeat(1_000_000)}`);
    expect(reasonOf(large)).toBe("too-large");
  });
});
