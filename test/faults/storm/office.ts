import { expect } from "vitest";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import { signUpBody } from "../../people.ts";
import { depositsOf } from "./check-off.ts";
import { bodyOf, expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import type { Asked, Storm } from "./storm.ts";

const imports = "/api/v1/imports";
const months = "/api/v1/books/months";

interface ImportFile {
  readonly id: string;
  readonly columns: readonly { readonly name: string; readonly place: number }[];
}

const onImport = (id: string, what: string, who: string, body: object = {}): Asked => ({
  who,
  path: `${imports}/${id}/${what}`,
  body,
});

/** Uploads a file, maps it as proposed and sends it to a second person. */
export async function importSent(storm: Storm, kind: string, csv: string): Promise<string> {
  const query = new URLSearchParams({ kind, fileName: `${kind}-${storm.draw()}.csv` });
  const path = `${imports}?${query}`;
  const asked = { who: "CLERK-1", path, csv };
  const { id, files } = await storm.done<{ id: string; files: ImportFile[] }>(asked);
  const [file] = files;
  const known = (file?.columns ?? []).filter(({ place }) => place !== -1);
  const places = Object.fromEntries(known.map(({ name, place }) => [name, place]));
  await storm.done(onImport(id, `files/${file?.id}/mapping`, "CLERK-1", { places }));
  await storm.done(onImport(id, "sending", "CLERK-1"));
  return id;
}

/** A file of one deposit of 70, on the 10th of March. */
function depositOf(storm: Storm, memberNo: string): string {
  const row = `${memberNo},2026-03-10,deposit,70,R${storm.draw()}`;
  return `member_no,date,kind,amount,reference\n${row}\n`;
}

export const postImport = (id: string, who = "TREASURER-1") => onImport(id, "posting", who);
const undoImport = (id: string, who = "ADMIN-1") =>
  onImport(id, "undoing", who, { reason: "Wrong month" });

/** Imports a member of the register. Returns the import and a sign-up of that member. */
async function importedMember(storm: Storm): Promise<{ id: string; signUp: Asked }> {
  const number = storm.draw();
  const memberNo = `SM${number}`;
  const mobile = `0712 ${String(number).padStart(6, "0")}`;
  const header = "member_no,full_name,id_no,mobile,email,postal_address,joined_on,language";
  const row = `${memberNo},Achieng Odhiambo,${40_000_000 + number},${mobile},,,2021-02-15,en`;
  const id = await importSent(storm, "members", `${header}\n${row}\n`);
  await storm.done(postImport(id));
  const path = "/api/v1/auth/registerOtp";
  await storm.done({ path, body: { memberNo }, from: memberNo });
  const code = await storm.members.codeOf(memberNo);
  const body = signUpBody(memberNo, code, { mobileNo: mobile });
  return { id, signUp: { path: "/api/v1/auth/register", body, from: memberNo } };
}

const importing: readonly Kind[] = [
  {
    name: "an import posted by two people: posted once",
    async run(storm) {
      const memberNo = await storm.member();
      const id = await importSent(storm, "entries", depositOf(storm, memberNo));
      expectWinners(await storm.race(mixed(4, postImport(id), postImport(id, "ADMIN-1"))), 1);
      expect(await depositsOf(storm, memberNo)).toBe(50_070);
    },
  },
  {
    name: "an import undone by two people: undone once",
    async run(storm) {
      const memberNo = await storm.member();
      const id = await importSent(storm, "entries", depositOf(storm, memberNo));
      await storm.done(postImport(id));
      expectWinners(await storm.race(mixed(3, undoImport(id), undoImport(id, "TREASURER-2"))), 1);
      expect(await depositsOf(storm, memberNo)).toBe(50_000);
    },
  },
  {
    name: "an import undone and the sign-up of a member it brought: one of the two",
    async run(storm) {
      const { id, signUp } = await importedMember(storm);
      expectWinners(await storm.race([undoImport(id), signUp, undoImport(id)]), 1);
      expectWinners(await storm.race([undoImport(id), signUp]), 0);
    },
  },
];

interface Close {
  readonly id: string;
}

const onMonth = (id: string, what: string, who: string, body: object = {}): Asked => ({
  who,
  path: `${months}/${id}/${what}`,
  body,
});

/** No statement of the bank or of M-Pesa is imported in a storm. */
const reason = "No statements are imported";

/** Prepares the close of March, of books that were reconciled. */
async function monthPrepared(storm: Storm): Promise<Close> {
  await storm.done({ who: "ADMIN-1", path: "/api/v1/books/reconciliations", body: {} });
  return storm.done<Close>({ who: "CLERK-1", path: months, body: { month: "2026-03", reason } });
}

const approveMonth = ({ id }: Close, who = "TREASURER-1") =>
  onMonth(id, "approval", who, { reason });
const askToReopen = ({ id }: Close, who = "CLERK-1") =>
  onMonth(id, "reopening", who, { reason: "A receipt was missing" });
const reopen = ({ id }: Close, who = "TREASURER-1") => onMonth(id, "reopening/approval", who);

/** Opens March again, for the next race. */
async function openMonth(storm: Storm, close: Close): Promise<void> {
  await storm.done(askToReopen(close));
  await storm.done(reopen(close));
}

const closing: readonly Kind[] = [
  {
    name: "the close of a month prepared by two people: prepared once",
    async run(storm) {
      await storm.done({ who: "ADMIN-1", path: "/api/v1/books/reconciliations", body: {} });
      const body = { month: "2026-03", reason };
      const [one, other] = ["CLERK-1", "CLERK-2"].map((who) => ({ who, path: months, body }));
      const race = mixed(2, one as Asked, other as Asked);
      const [winner] = expectWinners(await storm.race(race), 1);
      await storm.done(onMonth((bodyOf(winner) as Close).id, "withdrawal", "CLERK-1"));
    },
  },
  {
    name: "the close of a month approved by two people: closed once",
    async run(storm) {
      const close = await monthPrepared(storm);
      const race = mixed(3, approveMonth(close), approveMonth(close, "ADMIN-2"));
      expectWinners(await storm.race(race), 1);
      await openMonth(storm, close);
    },
  },
  {
    name: "the close of a month and a posting into it: one of the two",
    async run(storm) {
      const memberNo = await storm.member();
      const id = await importSent(storm, "entries", depositOf(storm, memberNo));
      const close = await monthPrepared(storm);
      const race = [approveMonth(close), postImport(id, "TREASURER-2")];
      const [winner] = expectWinners(await storm.race(race), 1);
      const closed = (bodyOf(winner) as { state: string }).state === "closed";
      try {
        expect(await depositsOf(storm, memberNo)).toBe(closed ? 50_000 : 50_070);
        await storm.isInOrder();
      } finally {
        if (closed) await openMonth(storm, close);
        else await storm.done(onMonth(close.id, "withdrawal", "CLERK-1"));
      }
    },
  },
  {
    name: "a closed month reopened by two people: reopened once",
    async run(storm) {
      const close = await monthPrepared(storm);
      await storm.done(approveMonth(close));
      const asked = mixed(2, askToReopen(close), askToReopen(close, "CLERK-2"));
      expectWinners(await storm.race(asked), 1);
      const agreed = mixed(3, reopen(close), reopen(close, "ADMIN-1"));
      expectWinners(await storm.race(agreed), 1);
    },
  },
];

const get = (who: string, path: string): Asked => ({ who, method: "GET", path });

/** A loan policy from the first of June on, set by somebody who has seen the newest one. */
async function policy(storm: Storm): Promise<object> {
  const path = "/api/v1/instant-loans/policies";
  const { newest } = await storm.done<{ newest: string }>(get("ADMIN-1", path));
  return {
    effectiveFrom: "2026-06-01",
    feeTiers: [{ flatFee: 0, rateBasisPoints: 450 }],
    minimum: 500,
    maximum: 100_000,
    minMonths: 1,
    maxMonths: 6,
    depositsPercent: 100,
    membershipMonths: 0,
    shareCapital: 0,
    rejectUnpaid: false,
    rejectBlacklisted: false,
    follows: newest,
  };
}

/** The same request by both administrators, three times each. */
function byBoth(asked: Omit<Asked, "who">): Asked[] {
  return mixed(3, { ...asked, who: "ADMIN-1" }, { ...asked, who: "ADMIN-2" });
}

const settings: readonly Kind[] = [
  {
    name: "a rate of tax set by two people who had seen the same: one holds",
    async run(storm) {
      const path = "/api/v1/dividends/tax-rates";
      const { newest } = await storm.done<{ newest: string }>(get("ADMIN-1", path));
      const rate = { mode: "PAY THROUGH EFT(MOBILE)", effectiveFrom: "2027-01-01" };
      const race = byBoth({ path, body: { ...rate, basisPoints: 700, follows: newest } });
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a holiday entered by two people: one",
    async run(storm) {
      const body = { day: "2026-09-17", name: { en: "Census day", sw: "Siku ya sensa" } };
      expectWinners(await storm.race(byBoth({ path: "/api/v1/holidays", body })), 1);
    },
  },
  {
    name: "a loan policy set by two people who had seen the same: one holds",
    async run(storm) {
      const body = await policy(storm);
      expectWinners(await storm.race(byBoth({ path: "/api/v1/instant-loans/policy", body })), 1);
    },
  },
  {
    name: "a rule of retention set by two people who had seen the same: one holds",
    async run(storm) {
      const path = "/api/v1/retention-rules";
      const { newest } = await storm.done<{ newest: string }>(get("ADMIN-1", path));
      const rule = { what: "messages", amount: 90, unit: "days", effectiveFrom: "2026-06-01" };
      expectWinners(await storm.race(byBoth({ path, body: { ...rule, follows: newest } })), 1);
    },
  },
  {
    name: "a budget for messages set by two people who had seen the same: one holds",
    async run(storm) {
      const path = "/api/v1/settings/sms";
      const { version } = await storm.done<{ version: number }>(get("ADMIN-1", path));
      const set = (who: string, partPrice: string): Asked => {
        return { who, method: "PUT", path, body: { version, partPrice } };
      };
      // A sender who repeats a request is answered as before.
      const race = mixed(3, set("ADMIN-1", "0.75"), set("ADMIN-2", "0.70"));
      const prices = winnersOf(await storm.race(race)).map(
        (answer) => (bodyOf(answer) as { partPrice: string }).partPrice,
      );
      expect(new Set(prices).size).toBe(1);
      const now = await storm.done<{ version: number }>(get("ADMIN-1", path));
      expect(now.version).toBe(version + 1);
    },
  },
];

const words = (en: string) => ({ title: { en, sw: en }, text: { en, sw: en } });

interface Case {
  readonly caseNo: string;
  readonly seen: string;
}

/** A case that the office has concluded. */
async function concluded(storm: Storm): Promise<{ memberNo: string; seen: string; no: string }> {
  const memberNo = await storm.member();
  const suggestion = `The counter closes too early, says ${memberNo}`;
  const body = { kind: "complaint", anonymous: false, suggestion };
  const { caseNo } = await storm.done<Case>({ who: memberNo, path: "/api/v1/own-cases", body });
  const path = `/api/v1/cases/${caseNo}`;
  const { seen } = await storm.done<Case>(get("CLERK-1", path));
  const conclusion = { seen, outcome: "done", text: "It stays open until five." };
  const asked = { who: "CLERK-1", path: `${path}/conclusion`, body: conclusion };
  return { memberNo, seen: (await storm.done<Case>(asked)).seen, no: caseNo };
}

const correspondence: readonly Kind[] = [
  {
    name: "a notice changed by two people who had read the same: one change holds",
    async run(storm) {
      const notice = { ...words("The office is closed"), from: "", until: "" };
      const path = "/api/v1/notices";
      const made = await storm.done<{ id: string; version: number }>({
        who: "CLERK-1",
        path,
        body: notice,
      });
      const change = (who: string): Asked => ({
        who,
        method: "PUT",
        path: `${path}/${made.id}`,
        body: { ...notice, ...words(`Closed, says ${who}`), version: made.version },
      });
      expectWinners(await storm.race(mixed(3, change("CLERK-1"), change("CLERK-2"))), 1);
    },
  },
  {
    name: "the privacy notice confirmed eight times: written down once",
    async run(storm) {
      const memberNo = await storm.member();
      const body = { version: PRIVACY_NOTICE };
      winnersOf(
        await storm.race(times(8, { who: memberNo, path: "/api/v1/privacy/consent", body })),
      );
      const records = `select from audit_record
        where action = 'privacy-notice-confirmed' and subject = 'member:' || $1`;
      expect(await storm.count(records, [memberNo])).toBe(1);
    },
  },
  {
    name: "a concluded case closed by the office and reopened by its member: reopened once",
    async run(storm) {
      const { memberNo, seen, no } = await concluded(storm);
      const close = { seen, told: "phone", text: "" };
      const race = mixed(
        2,
        { who: "CLERK-1", path: `/api/v1/cases/${no}/closing`, body: close },
        { who: memberNo, path: `/api/v1/own-cases/${no}/reopening`, body: { text: "It did not" } },
      );
      // A member may also reopen a case that the office has closed.
      winnersOf(await storm.race(race));
      const reopened = `select s.case_id from case_step s
        join member_case c on c.id = s.case_id and c.state in ('open', 'acknowledged')
        where s.step = 'reopened' and s.case_id = (select max(id) from member_case)`;
      expect(await storm.count(reopened)).toBe(1);
    },
  },
];

export const officeKinds = [...importing, ...closing, ...settings, ...correspondence];
