import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { startOutboxWorker } from "#server/messaging/outbox/deliver.ts";
import { smtpEmail } from "#server/messaging/outbox/smtp-email.ts";
import { silentLog } from "#test/silent-log.ts";
import { foundLoanOffice } from "#test/loan-office.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { CatchingChannel, portOf } from "#test/outbox-society.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const mails: { readonly to: string; readonly text: string }[] = [];
let server: SMTPServer;
let port = 0;

beforeAll(async () => {
  server = mailServer();
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  port = portOf(listening);
  await foundLoanOffice(society, tokens, ["ML1", "ML2", "ML3"]);
});

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

function mailServer(): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, { envelope }, done) {
      let text = "";
      stream.on("data", (chunk) => (text += String(chunk)));
      stream.on("end", () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text });
        done();
      });
    },
  });
}

/** Sends the waiting messages: SMS to no one, e-mail to the test's own server. */
async function deliver(): Promise<typeof mails> {
  mails.length = 0;
  const from = "Uzima Sacco <noreply@uzima.example>";
  const worker = startOutboxWorker({
    database: society.database,
    templates: messageTemplates(society.config),
    channels: {
      sms: new CatchingChannel(),
      email: smtpEmail({ url: `smtp://127.0.0.1:${port}`, from }),
    },
    log: silentLog,
    pollMs: 3_600_000,
  });
  await worker.drain();
  await worker.stop();
  return mails.map(({ to, text }) => ({ to, text: unfolded(text) }));
}

/** A mail as its reader sees it: with lines that were folded for transport joined again. */
function unfolded(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll("=\n", "")
    .replace(/\n[ \t]+/g, " ");
}

const send = (who: string, method: string, path: string, body: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", body });

const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };

async function applied(memNo: string): Promise<string> {
  const body = { memNo, category: "Instant", ...figures };
  const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const step = (who: string, loanNo: string, noun: string, body: unknown = {}) =>
  takeLoanStep(society, tokens[who] ?? "", { loanNo, noun, body });

describe("e-mail of a loan", () => {
  it("reaches the address on the register at each step, with figures and schedule", async () => {
    const loanNo = await applied("ML1");
    const [received] = await deliver();
    expect(received?.to).toBe("ml1@example.com");
    expect(received?.text).toContain(
      `Subject: Uzima Sacco: we received loan application ${loanNo}`,
    );
    for (const words of ["Dear Member ML1,", "Amount: Ksh 6,600.00", "Fee: Ksh 297.00"]) {
      expect(received?.text).toContain(words);
    }
    await step("loans-officer", loanNo, "approval");
    const [approved] = await deliver();
    expect(approved?.text).toContain("1: Ksh 3,449.00\n2: Ksh 3,448.00\n");
    await step("administrator", loanNo, "disbursement");
    const [paidOut] = await deliver();
    expect(paidOut?.text).toContain("14 May 2026: Ksh 3,449.00\n14 Jun 2026: Ksh 3,448.00\n");
    await step("clerk", loanNo, "repayments", { amount: 3449, receipt: "TK51AAAAAA" });
    const [part] = await deliver();
    expect(part?.text).toContain("TK51AAAAAA. You still owe Ksh 3,448.00");
    await step("clerk", loanNo, "repayments", { amount: 3448, receipt: "TK51BBBBBB" });
    const [rest] = await deliver();
    expect(rest?.text).toContain(`Subject: Uzima Sacco: loan ${loanNo} is paid off`);
  });

  it("is in the member's language, and says why an application was declined", async () => {
    await society.owner.query("update member set language = 'sw' where member_no = 'ML2'");
    const loanNo = await applied("ML2");
    await step("loans-officer", loanNo, "decline", { reason: "Amana zimepungua {name}" });
    const sent = await deliver();
    // Those sent together come in any order.
    const [received, declined] = ["tumepokea", "limekataliwa"].map((words) =>
      sent.find(({ text }) => text.includes(words)),
    );
    expect(received?.text).toContain(`Subject: Uzima Sacco: tumepokea ombi la mkopo ${loanNo}`);
    expect(declined?.text).toContain("Sababu: Amana zimepungua {name}");
    expect(declined?.text).toContain("Mpendwa Member ML2,");
    const again = await applied("ML2");
    await step("ML2", again, "withdrawal");
    const news = (await deliver()).map(({ text }) => /tumepokea|umeondoa/.exec(text)?.[0]);
    expect(new Set(news)).toEqual(new Set(["tumepokea", "umeondoa"]));
  });

  it("is not written without an address, nor for a rejected step", async () => {
    await society.owner.query("update member set email = '' where member_no = 'ML3'");
    const loanNo = await applied("ML3");
    expect(await deliver()).toEqual([]);
    await society.owner.query("update member set email = 'x@example.com' where member_no = 'ML3'");
    expect((await step("administrator", loanNo, "disbursement")).status).toBe(409);
    expect(await deliver()).toEqual([]);
  });
});
