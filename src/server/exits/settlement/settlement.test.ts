import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { shillings } from "#shared/money.ts";
import {
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { useServedSociety } from "#test/served-society.ts";
import { exitMessages } from "./messages.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const staff = { CLERK: "clerk", TREASURER: "treasurer", ADMIN: "administrator" };
let payment: Awaited<ReturnType<typeof send>>;

const send = (who: string, method: string, to: string, body?: unknown) => {
  const [token, path] = [tokens[who] ?? "", `/api/v1${to}`];
  if (method === "POST") return sendAsShown(society, { token, path, body });
  return society.send(method, path, { token, ...(body !== undefined && { body }) });
};

const voucher = (who: string, memberNo = "SV1") =>
  send(who, "POST", `/members/${memberNo}/exit/voucher`, {});

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "SV1", { fullName: "Achieng Otieno" });
  await enrolWithLogin(society, "SV2");
  await deposit(society, "SV1", 20_000);
  await lend(society, "SV1", { loanNo: "LN-SV1" });
  const account = memberAccount("withdrawable-deposits", await memberIdOf(society, "SV1"), "WD-7");
  const shares = memberAccount("share-capital", await memberIdOf(society, "SV1"));
  const from = societyAccount("mobile-money");
  await society.database.unitOfWork("test", async (work) => {
    await openAccounts(work, [account]);
    const paid = [
      ["withdrawable-deposit", account, 1500],
      ["share-capital-by-mpesa", shares, 3000],
    ] as const;
    for (const [kind, to, amount] of paid) {
      const lines = [debit(from, shillings(amount)), credit(to, shillings(amount))];
      await post(work, { kind, narration: "Paid in", lines });
    }
  });
  for (const [who, role] of Object.entries(staff)) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
  tokens["SV1"] = await signIn(society, "SV1");
  const asked = await send("CLERK", "POST", "/exits", { memberNo: "SV1", reason: "Retires" });
  const { id } = asked.body as { id: string };
  expect((await send("TREASURER", "POST", `/exits/${id}/approval`, {})).status).toBe(201);
  expect((await voucher("CLERK")).body).toMatchObject({ reason: "no-such-exit" });
  const paid = { receiptNo: "EFT-77" };
  payment = await send("ADMIN", "POST", `/exits/${id}/payment`, paid);
});

const kept = {
  deposits: 20_000,
  withdrawable: 1500,
  accounts: [{ accNo: "WD-7", amount: 1500 }],
  dividendPayable: 0,
  owed: 6897,
  loans: [{ loanNo: "LN-SV1", purpose: "School fees", outstanding: 6897 }],
  fees: 0,
  tax: 0,
  shareCapital: 3000,
  refund: 14_603,
};

describe("a paid exit", () => {
  it("keeps its figures, people, receipt and dates once the accounts are empty", async () => {
    expect(payment.body, payment.text).toMatchObject({ settlement: kept });
    const { body } = await send("CLERK", "GET", "/members/SV1/exit");
    expect(body).toMatchObject({
      deposits: 0,
      exit: {
        settlement: kept,
        receiptNo: "EFT-77",
        approvedBy: "staff:TREASURER",
        paidBy: "staff:ADMIN",
        paidOn: "2026-04-14",
      },
    });
  });

  it("matches the ledger to the cent", async () => {
    const { rows } = await society.owner.query<{ kind: string; cents: number }>(
      `select e.kind, sum(j.amount_cents)::int as cents
        from journal_entry e join journal_line j on j.entry_id = e.id
          join ledger_account a on a.id = j.account_id
        where e.reference_no = 'SV1' and a.member_id is not null or a.code = 'bank'
          and e.kind = 'exit-refunded'
        group by e.kind order by e.kind`,
    );
    expect(Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]))).toMatchObject({
      "deposits-on-exit": kept.deposits * 100,
      "exit-refunded": -kept.refund * 100,
      "loan-repaid-on-exit": -kept.owed * 100,
      "withdrawable-on-exit": kept.withdrawable * 100,
    });
  });

  it("cannot be changed, or stored with parts that do not add up", async () => {
    const changed = society.owner.query(
      "update member_exit set deposits_cents = 1, refund_cents = 1",
    );
    await expect(changed).rejects.toMatchObject({
      constraint: expect.stringMatching(/^member_exit/),
    });
  });

  it("has a voucher with a code that anybody can verify", async () => {
    const reply = await voucher("CLERK");
    expect(reply.status).toBe(201);
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(reply.headers.get("content-disposition")).toContain(
      "SV1-exit-settlement-2026-04-14.pdf",
    );
    expect(reply.text.startsWith("%PDF")).toBe(true);
    const { rows } = await society.owner.query<{ code: string }>(
      "select code from issued_statement where statement = 'exit-settlement'",
    );
    const found = await society.send("GET", `/api/v1/verification/${rows[0]?.code}`);
    expect(found.body).toMatchObject({ statement: "exit-settlement", closing: 14_603 });
  });

  it.each([
    ["en", ["Deposits 20,000.00", "Loan repaid: School fees LN-SV1 −6,897.00", "Net paid"]],
    ["sw", ["Amana 20,000.00", "Kiasi kilicholipwa", "EFT-77"]],
  ])(
    "prints each figure, the receipt and the people on the voucher in %s",
    async (language, said) => {
      const reply = await fetch(`${society.address}/api/v1/members/SV1/exit/voucher`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "accept-language": language,
          authorization: `Bearer ${tokens["CLERK"]}`,
        },
        body: "{}",
      });
      const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
      const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, " ");
      for (const words of [...said, "14,603.00", "EFT-77", "TREASURER", "ADMIN"]) {
        expect(text).toContain(words);
      }
    },
  );

  it("gives its voucher only to the office once the member cannot sign in", async () => {
    expect((await voucher("SV1")).status).toBe(401);
    tokens["SV2"] = await signIn(society, "SV2");
    expect((await voucher("SV2")).status).toBe(403);
    expect((await voucher("SV2", "SV2")).body).toMatchObject({ reason: "no-such-exit" });
  });
});

it.each(["exit-asked", "exit-approved"])("%s names the same last day in both languages", (name) => {
  const params = { society: "Uzima Sacco", phone: "0709 000 210", date: "2026-06-13" };
  const template = exitMessages.find((one) => one.name === name);
  expect(template?.render("en", params).text).toContain("by 2026-06-13");
  expect(template?.render("sw", params).text).toContain("kufikia 2026-06-13");
});
