import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { startOutboxWorker } from "#server/messaging/outbox/deliver.ts";
import { enqueue } from "#server/messaging/outbox/enqueue.ts";
import { silentLog } from "#test/silent-log.ts";
import { channelOf } from "#shared/message-kinds.ts";
import { placesIn } from "#shared/message-placeholders.ts";
import { smsLength } from "#shared/sms-length.ts";
import { CatchingChannel } from "#test/outbox-society.ts";
import { codeFor, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { type Reply, statusesOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 600, readsPerMinute: 6000, readBurst: 600 },
});
const tokens = { administrator: "", auditor: "" };
const sms = new CatchingChannel();
const email = new CatchingChannel();
const stopping: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST1", "administrator");
  await employ(society, "ST6", "auditor");
  await enrol(society, "MS1");
  tokens.administrator = await signIn(society, "ST1");
  tokens.auditor = await signIn(society, "ST6");
});

afterAll(() => Promise.all(stopping.map((worker) => worker.stop())));

const at = "/api/v1/settings/messages";

interface Texts {
  readonly en: { readonly subject: string; readonly text: string };
  readonly sw: { readonly subject: string; readonly text: string };
}

interface Row {
  readonly template: string;
  readonly version: number;
  readonly standard: Texts;
  readonly own?: Texts;
  readonly gaveWay: boolean;
  readonly channel: string;
}

async function rows(): Promise<readonly Row[]> {
  const reply = await society.send("GET", at, { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { rows: Row[] }).rows;
}

async function row(template: string): Promise<Row> {
  const found = (await rows()).find((one) => one.template === template);
  if (found === undefined) throw new Error(`there is no ${template}`);
  return found;
}

const said = (en: string, sw: string) => ({
  en: { subject: "", text: en },
  sw: { subject: "", text: sw },
});

async function save(template: string, own: object, version?: number): Promise<Reply> {
  const seen = version ?? (await row(template)).version;
  const body = { version: seen, ...own };
  return society.send("PUT", `${at}/${template}`, { token: tokens.administrator, body });
}

const problemsOf = ({ body }: Reply) =>
  (body as { errors: { field: string; message: string }[] }).errors.map(({ field }) => field);

/** A worker that checks only when it is drained, as another instance would. */
function courier() {
  const worker = startOutboxWorker({
    database: society.database,
    templates: messageTemplates(society.config),
    channels: { sms, email },
    log: silentLog,
    pollMs: 3_600_000,
  });
  stopping.push(worker);
  return worker;
}

async function tell(template: string, language: "en" | "sw", params: Record<string, string>) {
  const channel = channelOf(template);
  const recipient = channel === "sms" ? "+254712000482" : "m@example.com";
  const message = { channel, recipient, template, language, params, lifetimeSeconds: 300 } as const;
  await society.database.unitOfWork("test", (work) => enqueue(work, message, () => {}));
  const caught = channel === "sms" ? sms.caught : email.caught;
  const before = caught.length;
  await courier().drain();
  // The office is notified of each change by the same channel.
  return caught.slice(before).find(({ text }) => !text.includes("in Settings. Not expected?"));
}

const loan = { society: "Uzima Sacco", phone: "0709 000 210", loanNo: "LN-7", amount: "5,000.00" };

steps("step by step", () => {
  describe("every message", () => {
    it("is listed with its standard text in both languages, a valid own text", async () => {
      const listed = await rows();
      expect(listed.map(({ template }) => template).toSorted()).toEqual(
        messageTemplates(society.config)
          .map(({ name }) => name)
          .toSorted(),
      );
      for (const { template, standard, channel } of listed) {
        expect(standard.en.text, template).not.toBe("");
        const reply = await save(template, standard);
        expect(reply.status, `${template} ${reply.text}`).toBe(200);
        expect(channel === "email" || smsLength(standard.en.text).alphabet).not.toBe("ucs-2");
      }
      expect((await rows()).filter(({ gaveWay }) => gaveWay)).toEqual([]);
      for (const { template } of listed.filter((one) => one.template.startsWith("otp-"))) {
        expect(placesIn((await row(template)).standard.sw.text)).toContain("code");
      }
    });
  });

  describe("the society's own text", () => {
    it("is what is sent by SMS in each language, at once and by every instance", async () => {
      const own = said(
        "Habari! Loan {loanNo}: Ksh {amount} approved. {society}, {phone}.",
        "Hongera! Mkopo {loanNo} wa Ksh {amount} umekubaliwa. {society}.",
      );
      expect((await save("loan-approved", own)).status).toBe(200);
      expect((await tell("loan-approved", "en", loan))?.text).toBe(
        "Habari! Loan LN-7: Ksh 5,000.00 approved. Uzima Sacco, 0709 000 210.",
      );
      expect((await tell("loan-approved", "sw", loan))?.text).toBe(
        "Hongera! Mkopo LN-7 wa Ksh 5,000.00 umekubaliwa. Uzima Sacco.",
      );
      expect(sms.caught.map(({ text }) => text)).toContain(
        "Uzima Sacco: Staff ST1 changed the text of the message loan-approved in Settings. " +
          "Not expected? Call 0709 000 210.",
      );
      // Between two sends of the same worker, so that nothing of the first is remembered.
      await save("loan-approved", said("{loanNo} {amount} A", "{loanNo} {amount} B"));
      expect((await tell("loan-approved", "en", loan))?.text).toBe("LN-7 5,000.00 A");
    });

    it("of a letter has its own subject, or keeps the standard one", async () => {
      const standard = (await row("loan-declined-email")).standard;
      const letter = {
        en: { subject: "About {loanNo}", text: standard.en.text },
        sw: { subject: "", text: standard.sw.text },
      };
      expect((await save("loan-declined-email", letter)).status).toBe(200);
      const params = { ...loan, name: "A", reason: "R", principal: "1", fee: "1", total: "1" };
      const values = { ...params, months: "1", deduction: "1" };
      expect((await tell("loan-declined-email", "en", values))?.subject).toBe("About LN-7");
      expect((await tell("loan-declined-email", "sw", values))?.subject).toContain("Uzima Sacco:");
    });

    it("of a code still carries the code, and cannot be saved without it", async () => {
      const without = said("Your code is in this message.", "Msimbo wako uko hapa.");
      const refused = await save("otp-sign-up", without);
      expect(refused.status).toBe(422);
      expect(problemsOf(refused)).toEqual(["en.text", "sw.text"]);
      await expect(
        society.owner.query(
          `insert into message_text (template, version, text_en, text_sw, set_by)
          values ('otp-reset', 900, 'no code', 'no code', 'somebody')`,
        ),
      ).rejects.toThrow(/message_text_keeps_the_code/);
      const own = said("{code}: {society} code.", "{code}: msimbo wa {society}.");
      expect((await save("otp-sign-up", own)).status).toBe(200);
      const code = await codeFor(society, "MS1");
      expect(code).toMatch(/^\d{6}$/);
      const before = sms.caught.length;
      await courier().drain();
      const sent = sms.caught.slice(before).map(({ text }) => text);
      expect(sent).toContain(`${code}: Uzima Sacco code.`);
    });

    it("gives way to the standard when one of its placeholders is gone", async () => {
      await society.owner.query(
        `insert into message_text (template, version, text_en, text_sw, set_by)
        values ('loan-withdrawn', 901, '{loanNo} {gone}', '{loanNo} {gone}', 'somebody')`,
      );
      expect((await row("loan-withdrawn")).gaveWay).toBe(true);
      expect((await tell("loan-withdrawn", "en", loan))?.text).toContain("you withdrew loan");
    });

    it.each([
      ["a place that is missing", "Loan {loanNo} approved.", "en.text"],
      ["a place that is not known", "{loanNo} {amount} {otpId}", "en.text"],
      ["more than four messages", `{loanNo} {amount} ${"x".repeat(600)}`, "en.text"],
      ["nothing", "   ", "en.text"],
      ["what no phone shows", "{loanNo} {amount} \u0007", "en.text"],
    ])("is rejected beside its field for %s", async (_, text, field) => {
      const standard = (await row("loan-approved")).standard;
      const reply = await save("loan-approved", { en: { subject: "", text }, sw: standard.sw });
      expect(reply.status).toBe(422);
      expect(problemsOf(reply)).toEqual([field]);
    });

    it("saved by two from one version is kept for one, who is named to the other", async () => {
      const { version } = await row("guarantee-covered");
      const replies = await Promise.all(
        ["A", "B", "C", "D", "E"].map((letter) =>
          save("guarantee-covered", said(`{loanNo} ${letter}`, `{loanNo} ${letter}`), version),
        ),
      );
      expect(statusesOf(replies)).toEqual([200, 409, 409, 409, 409]);
      const refused = replies.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({
        message: expect.stringContaining("Staff ST1 changed this"),
      });
    });

    it("goes back to the standard, keeps every version, and is audited", async () => {
      const { version } = await row("guarantee-covered");
      const reply = await society.send("POST", `${at}/guarantee-covered/reset`, {
        token: tokens.administrator,
        body: { version },
      });
      expect(reply.status).toBe(200);
      expect(reply.body).not.toHaveProperty("own");
      const params = { society: "Uzima Sacco", loanNo: "LN-7" };
      expect((await tell("guarantee-covered", "en", params))?.text).toContain(
        "now cover your loan",
      );
      const token = tokens.auditor;
      const versions = await society.send("GET", `${at}/guarantee-covered/versions`, { token });
      expect(
        (versions.body as { rows: Row[] }).rows.map((one) => one.own?.en.text ?? null),
      ).toEqual([
        null,
        expect.stringMatching(/^\{loanNo\} [A-E]$/),
        expect.stringContaining("now cover"),
      ]);
      const { rows: trail } = await society.owner.query(
        `select detail from audit_record where action = 'message-text-reset'
        order by seq desc limit 1`,
      );
      expect(trail).toMatchObject([
        { detail: { en: { from: expect.stringMatching(/^\{loanNo\}/), to: expect.any(String) } } },
      ]);
    });

    it("is set by the administrator alone, and only for known messages", async () => {
      const body = { version: 0, ...said("a", "b") };
      const byAuditor = { token: tokens.auditor, body };
      expect((await society.send("PUT", `${at}/loan-approved`, byAuditor)).status).toBe(403);
      const { administrator: token } = tokens;
      expect((await society.send("PUT", `${at}/no-such`, { token, body })).status).toBe(404);
    });
  });
});
