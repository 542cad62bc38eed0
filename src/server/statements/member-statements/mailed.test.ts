import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extractText, getDocumentProxy } from "unpdf";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { messageTemplates } from "#server/app.ts";
import { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { absentChannel } from "#server/messaging/outbox/channel.ts";
import { type OutboxWorker, startOutboxWorker } from "#server/messaging/outbox/deliver.ts";
import { smtpEmail } from "#server/messaging/outbox/smtp-email.ts";
import { checkFile } from "#web/file-check/check-file.ts";
import { openMailServer } from "#test/mail-server.ts";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { reasonOf, type Reply, useServedSociety } from "#test/served-society.ts";
import { silentLog } from "#test/silent-log.ts";

const society = useServedSociety({ limits: { documentsPerMinute: 6000, documentBurst: 600 } });
const passphrase = "mkopo wangu 7";
const tokens: Record<string, string> = {};
let worker: OutboxWorker;
let server: Awaited<ReturnType<typeof openMailServer>>;

const send = (who: string, method: string, path: string, body?: object): Promise<Reply> =>
  society.send(method, `/api/v1${path}`, { token: tokens[who] ?? "", ...(body && { body }) });
const ask = (who: string, more: object = {}): Promise<Reply> =>
  send(who, "POST", "/statement-mails", { statement: "savings", ...more });

/** Opens a mail server, and the worker that sends to it. */
async function openMail(): Promise<void> {
  server = await openMailServer();
  worker = startOutboxWorker({
    database: society.database,
    templates: messageTemplates(society.config),
    channels: {
      sms: absentChannel("SMS"),
      email: smtpEmail({ url: `smtp://127.0.0.1:${server.port}`, from: "a@akiba.example" }),
    },
    log: silentLog,
  });
}

/** Sends what waits and returns the newest mail. */
async function newestMail(): Promise<string> {
  await worker.drain();
  return server.received.at(-1)?.text ?? "";
}

/** The PDF that is attached to a mail. */
function attached(mail: string): Uint8Array<ArrayBuffer> {
  const [, part = ""] = mail.split(/Content-Type: application\/pdf/);
  const [, base64 = ""] = /\r\n\r\n([\s\S]+?)\r\n--/.exec(part) ?? [];
  return new Uint8Array(Buffer.from(base64, "base64"));
}

async function codeSentTo(who: string): Promise<string> {
  await society.owner.query("delete from otp_standing");
  const sent = await send(who, "POST", "/email-confirmation/code", {});
  expect(sent.status, sent.text).toBe(201);
  return /\b\d{6}\b/.exec((await newestMail()).split("\r\n\r\n")[1] ?? "")?.[0] ?? "";
}

async function confirmed(who: string): Promise<void> {
  const otp = await codeSentTo(who);
  expect((await send(who, "POST", "/email-confirmation", { otp })).status).toBe(201);
}

let members = 0;
/** A member with 5,000.01 of deposits and an e-mail address that is not confirmed yet. */
async function newMember(): Promise<string> {
  const memberNo = `EM${(members += 1)}`;
  await enrolWithLogin(society, memberNo, { mobile: `+2547160000${20 + members}` });
  tokens[memberNo] = await signIn(society, memberNo);
  const owner = await memberIdOf(society, memberNo);
  await society.database.unitOfWork("test", (work) =>
    postAll(work, [
      {
        kind: "deposit-by-mpesa",
        narration: "Paybill",
        referenceNo: `R${memberNo}`,
        valueDate: "2026-01-28" as CalendarDate,
        lines: [
          debit(societyAccount("mobile-money"), cents(500_001n)),
          credit(memberAccount("member-deposits", owner), cents(500_001n)),
        ],
      },
    ]),
  );
  return memberNo;
}

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "OFFICER", "loans-officer");
  tokens["OFFICER"] = await signIn(society, "OFFICER");
  await openMail();
});
afterAll(async () => {
  await worker.stop();
  await server.close();
});

describe("a statement by e-mail", () => {
  it("comes to the confirmed address as the coded PDF, signed as it was issued", async () => {
    const who = await newMember();
    await confirmed(who);
    const asked = await ask(who, { from: "2026-01-01" });
    expect(asked.status, asked.text).toBe(201);
    expect(asked.body).toEqual({ email: `${who.toLowerCase()}@example.com` });
    const mail = await newestMail();
    expect(mail).toContain(`To: ${who.toLowerCase()}@example.com`);
    const pdf = attached(mail);
    const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: true });
    expect(text).toContain("5,000.01");
    const keys = { keys: [new DocumentSigner(society.config.secret).publicKey], withdrawn: [] };
    const verdict = await checkFile(pdf, keys);
    expect(verdict.state).toBe("as-issued");
    const code = verdict.state === "as-issued" ? verdict.record.code : "";
    expect((await society.send("GET", `/api/v1/verification/${code}`)).status).toBe(200);
  });

  it("with a passphrase opens with it only, and is still known to be as issued", async () => {
    const who = await newMember();
    await confirmed(who);
    expect((await ask(who, { passphrase })).status).toBe(201);
    const pdf = attached(await newestMail());
    await expect(getDocumentProxy(pdf.slice())).rejects.toThrow(/password/i);
    await expect(getDocumentProxy(pdf.slice(), { password: "not this" })).rejects.toThrow();
    const opened = await getDocumentProxy(pdf.slice(), { password: passphrase });
    const { text } = await extractText(opened, { mergePages: true });
    expect(text).toContain("5,000.01");
    expect(Buffer.from(pdf).includes("5,000.01")).toBe(false);
    const keys = { keys: [new DocumentSigner(society.config.secret).publicKey], withdrawn: [] };
    expect(await checkFile(pdf, keys)).toEqual({ state: "locked" });
    pdf[pdf.length >> 1] = (pdf[pdf.length >> 1] ?? 0) ^ 1;
    expect(await checkFile(pdf, keys)).toEqual({ state: "unknown" });
  });

  it("leaves neither file nor passphrase in the database once it is sent", async () => {
    const who = await newMember();
    await confirmed(who);
    expect((await ask(who, { passphrase })).status).toBe(201);
    const waiting = await society.owner.query("select message_id from outbox_attachment");
    expect(waiting.rows).toHaveLength(1);
    await newestMail();
    expect((await society.owner.query("select from outbox_attachment")).rows).toHaveLength(0);
    const tables = ["outbox_message", "audit_record", "idempotency_record", "issued_statement"];
    for (const table of tables) {
      const { rows } = await society.owner.query(`select t::text as whole from ${table} t`);
      expect(JSON.stringify(rows), table).not.toContain(passphrase);
    }
  });

  it("is not drawn for an address that is not confirmed", async () => {
    const who = await newMember();
    const refused = await ask(who);
    expect([refused.status, reasonOf(refused)]).toEqual([409, "email-unconfirmed"]);
    expect((await society.owner.query("select from outbox_attachment")).rows).toHaveLength(0);
  });

  it("is sent once, however often the request is repeated", async () => {
    const who = await newMember();
    await confirmed(who);
    const before = server.received.length;
    const headers = { "idempotency-key": "mail-once" };
    const body = { statement: "savings" };
    for (let time = 0; time < 3; time += 1) {
      const token = tokens[who] ?? "";
      const reply = await society.send("POST", "/api/v1/statement-mails", { token, body, headers });
      expect(reply.status).toBe(201);
    }
    await newestMail();
    expect(server.received).toHaveLength(before + 1);
  });

  it("is for members alone, and of nobody else", async () => {
    const who = await newMember();
    expect((await ask("OFFICER")).status).toBe(403);
    expect((await society.send("POST", "/api/v1/statement-mails", { body: {} })).status).toBe(401);
    expect((await ask(who, { memberNo: "EM1" })).status).toBe(422);
  });

  it("wants eight characters or none as a passphrase", async () => {
    const who = await newMember();
    await confirmed(who);
    const refused = await ask(who, { passphrase: "mkopo 7" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Use at least 8 characters.");
  });
});

describe("the e-mail address of a member", () => {
  const own = async (who: string) => (await send(who, "GET", "/email-confirmation")).body;

  it("is unconfirmed until the code that was sent there comes back", async () => {
    const who = await newMember();
    const email = `${who.toLowerCase()}@example.com`;
    expect(await own(who)).toEqual({ email, confirmed: false });
    const otp = await codeSentTo(who);
    const wrong = otp === "000000" ? "000001" : "000000";
    expect((await send(who, "POST", "/email-confirmation", { otp: wrong })).status).toBe(422);
    expect(await own(who)).toEqual({ email, confirmed: false });
    expect((await send(who, "POST", "/email-confirmation", { otp })).status).toBe(201);
    expect(await own(who)).toEqual({ email, confirmed: true });
    expect((await send(who, "POST", "/email-confirmation", { otp })).status).toBe(422);
  });

  it("is unconfirmed again once it changes; a code for the old one confirms nothing", async () => {
    const who = await newMember();
    await confirmed(who);
    const otp = await codeSentTo(who);
    const change = "update member set email = 'new@example.com' where member_no = $1";
    await society.owner.query(change, [who]);
    expect(await own(who)).toEqual({ email: "new@example.com", confirmed: false });
    expect((await send(who, "POST", "/email-confirmation", { otp })).status).toBe(422);
    expect(reasonOf(await ask(who))).toBe("email-unconfirmed");
  });

  it("is not confirmed by another member's code, nor by one for another purpose", async () => {
    const [who, other] = [await newMember(), await newMember()];
    const otp = await codeSentTo(other);
    expect((await send(who, "POST", "/email-confirmation", { otp })).status).toBe(422);
    await society.owner.query("update otp set purpose = 'confirm-mobile', subject = ''");
    expect((await send(other, "POST", "/email-confirmation", { otp })).status).toBe(422);
  });

  it("that is missing gets no code, and a way to the office", async () => {
    const who = await newMember();
    await society.owner.query("update member set email = '' where member_no = $1", [who]);
    const refused = await send(who, "POST", "/email-confirmation/code", {});
    expect([refused.status, reasonOf(refused)]).toEqual([409, "no-email"]);
    expect(await own(who)).toEqual({ email: "", confirmed: false });
  });
});
