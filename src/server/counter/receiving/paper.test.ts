import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import {
  employ,
  enrolWithLogin,
  foundSociety,
  memberIdOf,
  signIn,
  tryToApprove,
} from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { approvalOf, counterCalls } from "#test/tills.ts";

const society = useServedSociety({ limits: { documentBurst: 60 } });
const tokens: Record<string, string> = {};
const { send, open, receive } = counterCalls(society, tokens);
const numberOf = ({ body }: { body: unknown }) => (body as { receiptNo: string }).receiptNo;
const print = (memberNo: string, receipt: string, who: string, paper = "a6") =>
  fetch(`${society.address}/api/v1/members/${memberNo}/receipts/${receipt}/documents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[who]}` },
    body: JSON.stringify({ paper }),
  });

interface Drawn {
  readonly text: string;
  readonly code: string;
  /** In millimetres. */
  readonly width: number;
  readonly height: number;
  readonly pages: number;
}

async function drawn(reply: Response): Promise<Drawn> {
  expect(reply.status).toBe(201);
  const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? "";
  const inMm = (points: number) => Math.round((points * 25.4) / 72);
  return { text, code, width: inMm(width), height: inMm(height), pages: pdf.numPages };
}

const verified = async (code: string) =>
  (await society.send("GET", `/api/v1/verification/${code}`)).body;

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MP1", { fullName: "Achieng Adhiambo Okoth" });
  await enrolWithLogin(society, "MP2", { fullName: "Barasa Wekesa" });
  await society.owner.query("update member set language = 'sw' where member_no = 'MP2'");
  const staff = { TELLER: "teller", TREASURER: "treasurer", OFFICER: "loans-officer" };
  for (const [staffNo, role] of Object.entries(staff)) await employ(society, staffNo, role);
  for (const who of ["MP1", "MP2", ...Object.keys(staff)]) {
    tokens[who] = await signIn(society, who);
  }
  await open("TELLER");
});

describe("a receipt on paper", () => {
  it.each([
    ["a6", 105, 148],
    ["roll", 80, null],
  ])("is one page of %s, and its code shows the amount to anyone", async (paper, wide, high) => {
    const receipt = numberOf(await receive("TELLER", { memberNo: "MP1", amount: 1500 }));
    const reply = await print("MP1", receipt, "TELLER", paper);
    expect(reply.headers.get("content-disposition")).toContain(`${receipt}-${paper}.pdf`);
    const page = await drawn(reply);
    expect(page).toMatchObject({ width: wide, pages: 1 });
    if (high === null) expect(page.height).toBeLessThan(180);
    else expect(page.height).toBe(high);
    for (const part of [receipt, "Achieng Adhiambo Okoth", "Deposits", "Ksh 1,500.00"]) {
      expect(page.text).toContain(part);
    }
    expect(await verified(page.code)).toMatchObject({
      statement: "counter-receipt",
      holder: "Achieng A. O****",
      closing: 1500,
      receipt: "credited",
    });
  });

  it("is in the language of the member, whoever prints it", async () => {
    const receipt = numberOf(await receive("TELLER", { memberNo: "MP2", amount: 200 }));
    const { text } = await drawn(await print("MP2", receipt, "TELLER"));
    expect(text).toContain("Amana");
    expect(text).toContain("Fedha taslimu");
  });

  it("is no longer printed once it is reversed, and its code says so", async () => {
    const receipt = numberOf(await receive("TELLER", { memberNo: "MP1", amount: 300 }));
    const { code } = await drawn(await print("MP1", receipt, "MP1"));
    const reason = { reason: "For another member" };
    const asked = await send("POST", `receipts/${receipt}/reversal`, "TELLER", reason);
    const id = approvalOf(asked);
    expect((await tryToApprove(society, tokens["TREASURER"] ?? "", id)).status).toBe(201);
    expect((await print("MP1", receipt, "TELLER")).status).toBe(409);
    expect(await verified(code)).toMatchObject({ closing: 300, receipt: "reversed" });
  });

  it("says that a cheque is not credited yet", async () => {
    const cheque = {
      to: "deposits",
      memberNo: "MP1",
      amount: 800,
      documentNo: "0041",
      bank: "KCB",
    };
    const receipt = numberOf(await send("POST", "cheques", "TELLER", cheque));
    const { text, code } = await drawn(await print("MP1", receipt, "TELLER"));
    expect(text).toContain("once the bank has paid this cheque");
    expect(await verified(code)).toMatchObject({ receipt: "clearing" });
  });

  it("is given to its member and the counter, to no other member and no other role", async () => {
    const receipt = numberOf(await receive("TELLER", { memberNo: "MP1", amount: 100 }));
    const statuses = [
      (await print("MP1", receipt, "MP1")).status,
      (await print("MP1", receipt, "MP2")).status,
      (await print("MP2", receipt, "MP2")).status,
      (await print("MP1", receipt, "OFFICER")).status,
    ];
    expect(statuses).toEqual([201, 403, 404, 403]);
  });

  it("has no code for another amount or another member, whoever writes it", async () => {
    const receipt = numberOf(await receive("TELLER", { memberNo: "MP1", amount: 100 }));
    const forge = (member: bigint, cents: number) =>
      society.owner.query(
        `insert into issued_statement (code, member_id, statement, period_to, closing_cents,
            row_count, issued_by, receipt_id)
          select 'AAAA-BBBB-CCCC', $2, 'counter-receipt', value_date, $3, 1, 'staff:TELLER', id
            from counter_receipt where receipt_no = $1`,
        [receipt, member, cents],
      );
    await expect(forge(await memberIdOf(society, "MP1"), 10_000_000)).rejects.toThrow("printed");
    await expect(forge(await memberIdOf(society, "MP2"), 10_000)).rejects.toThrow("printed");
  });
});
