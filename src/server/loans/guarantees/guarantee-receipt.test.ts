import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { foundLoanOffice, loanCalls } from "#test/loan-office.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    otpSendsPerMemberPerDay: 1000,
    documentBurst: 60,
    sessionIdleMinutes: 100_000,
    staffSessionIdleMinutes: 100_000,
    sessionHours: 1000,
  },
});
const tokens: Record<string, string> = {};
const { send, step } = loanCalls(society, tokens);
const phones = { B1: "+254712000001", G1: "+254712000002" };

beforeAll(async () => {
  await foundLoanOffice(society, tokens, ["B1", "G1"]);
  for (const [memberNo, mobile] of Object.entries(phones)) {
    const give = "update member set mobile_number = $2, language = 'sw' where member_no = $1";
    await society.owner.query(give, [memberNo, mobile]);
  }
});

/** Asks G1 to guarantee 10,000 of a loan of 60,000, and returns its number. */
async function asked(): Promise<string> {
  const figures = { amount: 60_000, period: 3, total: 62_700, repayment: 20_900 };
  const guarantors = [{ memberNo: "G1", amount: 10_000 }];
  const body = { memNo: "B1", category: "Instant", ...figures, guarantors };
  const reply = await send("B1", "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

/** Answers the request of G1 twice with one key, and returns its id. */
async function answered(noun: "acceptance" | "decline"): Promise<string> {
  const read = await send("G1", "GET", "/api/v1/members/G1/guarantees");
  const id = (read.body as { requests: { id: string }[] }).requests[0]?.id ?? "";
  society.clock.advance(3600);
  await send("G1", "POST", `/api/v1/guarantees/${id}/code`, {});
  const otp = /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0];
  for (const status of [201, 201]) {
    const reply = await society.send("POST", `/api/v1/guarantees/${id}/${noun}`, {
      token: tokens["G1"] ?? "",
      body: { otp },
      headers: { "idempotency-key": `answer-to-${id}` },
    });
    expect(reply.status, reply.text).toBe(status);
  }
  return id;
}

const print = (id: string, memberNo = "G1", who = memberNo) =>
  fetch(`${society.address}/api/v1/members/${memberNo}/guarantees/${id}/documents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[who]}` },
    body: JSON.stringify({ paper: "a6" }),
  });

async function drawn(reply: Response): Promise<{ text: string; code: string }> {
  expect(reply.status).toBe(201);
  const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { text, code: /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? "" };
}

const verified = async (code: string) =>
  (await society.send("GET", `/api/v1/verification/${code}`)).body;

describe("a guarantee that was accepted", () => {
  it("is confirmed to its guarantor once, in their language, and has a receipt", async () => {
    const loanNo = await asked();
    const id = await answered("acceptance");
    const told = (await society.messages()).filter(({ text }) =>
      text.includes(`unadhamini Ksh 10,000.00 za mkopo ${loanNo} wa Member B1`),
    );
    expect(told.map(({ to }) => to)).toEqual([phones.G1]);
    const reply = await print(id);
    expect(reply.headers.get("content-disposition")).toMatch(/GR-\d{6}-a6\.pdf/);
    const { text, code } = await drawn(reply);
    for (const part of ["Member G1", "Member B1, B1", loanNo, "Ksh 10,000.00", "asipolipa"]) {
      expect(text).toContain(part);
    }
    const found = { statement: "guarantee-receipt", closing: 10_000 };
    expect(await verified(code)).toMatchObject({ ...found, receipt: "pledged" });
    const read = await send("G1", "GET", "/api/v1/members/G1/guarantees");
    expect(read.body).toMatchObject({ standing: [{ id, acceptedOn: expect.stringMatching(/./) }] });
    expect((await step("B1", loanNo, "withdrawal")).status).toBe(201);
    expect(await verified(code)).toMatchObject({ ...found, receipt: "ended" });
    expect((await print(id)).status).toBe(404);
  });

  it("has a receipt for its guarantor and those who read records, for nobody else", async () => {
    const loanNo = await asked();
    const id = await answered("acceptance");
    const statuses = [
      (await print(id, "G1", "clerk")).status,
      (await print(id, "G1", "B1")).status,
      (await print(id, "B1")).status,
      (await print("999999")).status,
    ];
    expect(statuses).toEqual([201, 403, 404, 404]);
    await step("B1", loanNo, "withdrawal");
  });

  it("has no code for another amount, another member or no answer, whoever writes it", async () => {
    const loanNo = await asked();
    const forge = (id: string, holder: string, cents: number) =>
      society.owner.query(
        `insert into issued_statement (code, member_id, statement, period_to, closing_cents,
            row_count, issued_by, guarantee_id)
          select 'GGGG-GGGG-GGGG', m.id, 'guarantee-receipt', akiba_today(), $2, 1, 'x', $3
          from member m where m.member_no = $1`,
        [holder, cents, id],
      );
    const { rows } = await society.owner.query<{ id: bigint }>(
      "select max(id) as id from guarantee",
    );
    await expect(forge(String(rows[0]?.id), "G1", 1_000_000)).rejects.toThrow("is not printed");
    const id = await answered("acceptance");
    await expect(forge(id, "G1", 1_000_001)).rejects.toThrow("is not printed");
    await expect(forge(id, "B1", 1_000_000)).rejects.toThrow("is not printed");
    await step("B1", loanNo, "withdrawal");
  });
});

describe("a guarantee that was declined", () => {
  it("has no receipt and no message to the guarantor", async () => {
    const loanNo = await asked();
    const before = (await society.messages()).filter(({ to }) => to === phones.G1).length;
    const id = await answered("decline");
    expect((await print(id)).status).toBe(404);
    const told = (await society.messages()).filter(({ to }) => to === phones.G1);
    // The code alone.
    expect(told.length - before).toBe(1);
    await step("B1", loanNo, "withdrawal");
  });
});
