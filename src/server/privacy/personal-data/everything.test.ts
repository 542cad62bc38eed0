import { beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { personalDataMessages } from "#shared/messages/privacy/personal-data-sw.ts";
import { wordOfPersonalCode } from "#shared/messages/privacy/personal-codes.ts";
import { extractText, getDocumentProxy } from "unpdf";
import {
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { payToPhones } from "#test/payouts.ts";
import { useServedSociety } from "#test/served-society.ts";
import { everySection } from "./everything.ts";
import { applyRetention } from "./retention.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { documentsPerMinute: 6000, documentBurst: 600 },
});
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  await payToPhones(society, {
    PD1: { deposits: 100_000, mobile: "+254712000801" },
    PD2: { deposits: 70_000, mobile: "+254712000802" },
  });
  await enrolWithLogin(society, "PD3", { mobile: "+254712000803" });
  await enrolWithLogin(society, "PD4", { mobile: "+254712000804" });
  await employ(society, "CLERK", "clerk");
  await employ(society, "CLERK2", "clerk");
  const everybody = ["PD1", "PD2", "PD3", "PD4", "CLERK", "CLERK2"];
  for (const who of everybody) tokens[who] = await signIn(society, who);
});

const copyOf = (memberNo: string, format: string, who = memberNo, language = "en") =>
  fetch(`${society.address}/api/v1/members/${memberNo}/personal-data`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": language,
      authorization: `Bearer ${tokens[who]}`,
    },
    body: JSON.stringify({ format }),
  });

type Held = Record<string, Record<string, unknown>[]>;

async function held(memberNo: string): Promise<Held> {
  const reply = await copyOf(memberNo, "json");
  const text = await reply.text();
  expect(reply.status, text).toBe(201);
  expect(reply.headers.get("content-disposition")).toContain(`${memberNo}-personal-data-`);
  return (JSON.parse(text) as { held: Held }).held;
}

async function tables(query: string): Promise<string[]> {
  const found = await society.owner.query<{ name: string }>(query);
  return found.rows.map(({ name }) => name);
}

/** Tables about members that are not in the copy, each with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  eft_line: "which payout went to which bank account: both are in their sections",
  case_author: "the author of an unnamed case, which only the author's page may show",
  case_breach: "overdue steps the office was notified of, nothing the member wrote",
  recorded_alone: "totals that each member of staff recorded on a day",
  alert: "problems that the system detected, about no member",
  staff_invitation: "invitations of staff",
  second_factor: "encrypted secrets of staff logins",
  second_factor_enrolment: "encrypted secrets of staff logins",
  recovery_code: "hashes of recovery codes of staff logins",
  pending_session: "staff sign-ins that wait a few minutes for the second factor",
  member_word: "the words of the name again, as a search index",
  society: "the society's own address",
};

steps("step by step", () => {
  describe("the personal data of a member", () => {
    it("leaves out no table that refers to a member or has a column naming one", async () => {
      const leading = await tables(`with recursive about (oid) as (
        select 'member'::regclass::oid
        union select c.conrelid from pg_constraint c join about a on a.oid = c.confrelid
          where c.contype = 'f'
      ) select oid::regclass::text as name from about`);
      const naming = await tables(`select distinct table_name::text as name
      from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in
        ('member_no', 'login_no', 'member_id', 'recipient', 'subject', 'mobile_number', 'email')`);
      const told = new Set([
        ...everySection.flatMap(({ tables: of }) => of),
        ...Object.keys(leftOut),
      ]);
      const missing = [...new Set([...leading, ...naming])].filter((name) => !told.has(name));
      expect(missing, "put each into a section of personal-data/, or leave it out by name").toEqual(
        [],
      );
    });

    it("includes every column of the register", async () => {
      const columns = await tables(`select column_name::text as name
      from information_schema.columns where table_name = 'member' and column_name <> 'id'`);
      const register = everySection.find(({ name }) => name === "register");
      expect(columns.filter((name) => !register?.text.includes(name))).toEqual([]);
    });

    it("includes every row inserted for a member, and none of another's", async () => {
      const names = fc
        .string({ unit: fc.constantFrom(..."abcdefghij"), minLength: 6, maxLength: 12 })
        .map((text) => `Q${text}`);
      const planted = fc.record({ kin: names, note: names, reason: names, amount: fc.nat(9_000) });
      const rows = fc.sample(planted, { numRuns: 12, seed: 41 });
      const ids = { PD1: await memberIdOf(society, "PD1"), PD2: await memberIdOf(society, "PD2") };
      const of = (index: number) => (index % 2 === 0 ? "PD1" : "PD2");
      for (const [index, { note, reason, amount }] of rows.entries()) {
        const memberNo = of(index);
        const loanNo = `LN-${index}`;
        await lend(society, memberNo, { loanNo, purpose: note, principal: 600 + amount });
        await deposit(society, memberNo, amount + 1);
        await society.owner.query(
          `insert into loan_blacklist (member_id, reason, removed_at, removed_by, removal_reason)
          values ($1, $2, now(), 'staff:CLERK', $3)`,
          [ids[memberNo], reason, note],
        );
      }
      for (const [index, { kin }] of rows.slice(0, 4).entries()) {
        await society.owner.query("insert into next_of_kin values ($1, $2, $3)", [
          ids[of(index)],
          2 + Math.floor(index / 2),
          kin,
        ]);
      }
      for (const [own, other] of [
        ["PD1", "PD2"],
        ["PD2", "PD1"],
      ] as const) {
        const found = await held(own);
        const text = JSON.stringify(found);
        for (const [index, { note, reason, kin, amount }] of rows.entries()) {
          const expected = of(index) === own;
          expect(text.includes(`"LN-${index}"`), `LN-${index} for ${own}`).toBe(expected);
          expect(text.includes(note)).toBe(expected);
          expect(text.includes(reason)).toBe(expected);
          if (index < 4) expect(text.includes(kin)).toBe(expected);
          const opening = found["entries"]?.filter((entry) => entry["amount"] === amount + 1);
          if (expected) expect(opening?.length).toBeGreaterThan(0);
        }
        expect(text).not.toContain(other);
        expect(text).not.toContain(other === "PD1" ? "712000801" : "712000802");
      }
    });

    it("balances: entries sum to each account's balance, and nothing is secret", async () => {
      const found = await held("PD1");
      const sums = new Map<string, bigint>();
      for (const { account, reference, amount } of found["entries"] ?? []) {
        const key =
          account === "loan-receivable" ? `${account} ${String(reference)}` : String(account);
        sums.set(key, (sums.get(key) ?? 0n) + fromWireAmount(Number(amount)));
      }
      for (const { account, reference, balance } of found["accounts"] ?? []) {
        const key =
          account === "loan-receivable" ? `${account} ${String(reference)}` : String(account);
        expect(sums.get(key) ?? 0n, key).toBe(fromWireAmount(Number(balance)));
      }
      const empty = Object.entries(found).filter(([, rows]) => rows.length === 0);
      expect(Object.keys(found)).toHaveLength(everySection.length);
      for (const name of [
        "dividends",
        "dividendParts",
        "payouts",
        "sessions",
        "auditLog",
        "accounts",
      ]) {
        expect(empty.map(([none]) => none)).not.toContain(name);
      }
      expect(JSON.stringify(found)).not.toMatch(/argon2|phc|token|hash|salt/i);
    });

    it("is complete on paper, in both languages, with the same totals", async () => {
      const found = await held("PD1");
      for (const language of ["en", "sw"] as const) {
        const reply = await copyOf("PD1", "pdf", "PD1", language);
        expect(reply.headers.get("content-type")).toBe("application/pdf");
        const pdf = new Uint8Array(await reply.arrayBuffer());
        expect(new TextDecoder("latin1").decode(pdf.subarray(0, 5))).toBe("%PDF-");
        const read = await extractText(await getDocumentProxy(pdf), { mergePages: true });
        const text = read.text.replace(/\s+/g, " ");
        const words = personalDataMessages[language];
        for (const title of Object.values(words.sections)) expect(text).toContain(title);
        for (const { balance } of found["accounts"] ?? []) {
          expect(text).toContain(formatMoney(fromWireAmount(Number(balance))));
        }
        for (const { amount } of found["entries"] ?? []) {
          expect(text).toContain(formatMoney(fromWireAmount(Number(amount))));
        }
        for (const { loanNo } of found["loans"] ?? []) expect(text).toContain(String(loanNo));
      }
    });
  });

  describe("the times a member was signed in", () => {
    it("have an end only if they are over, never one in the future", async () => {
      await signIn(society, "PD3");
      const { rows } = await society.owner.query<{ id: string }>(
        `update session s set created_at = '2026-04-01T06:00Z', last_seen_at = '2026-04-01T06:05Z',
            expires_at = '2026-04-01T18:00Z', idle_seconds = 900
          from login l where l.id = s.login_id and l.login_no = 'PD3' and s.id =
            (select min(o.id) from session o where o.login_id = l.id) returning s.id`,
      );
      expect(rows).toHaveLength(1);
      tokens["PD3"] = await signIn(society, "PD3");
      expect((await held("PD3"))["sessions"]).toMatchObject([
        { endedAt: "2026-04-01T06:20:00.000Z", reason: "" },
        { endedAt: null, reason: "open" },
        { endedAt: null, reason: "open" },
      ]);
      expect(wordOfPersonalCode("sessionEnd", "open", "en")).toBe("Still open");
    });
  });

  describe("the actions of the office on a member", () => {
    it("that take two people are in that member's copy, and in nobody else's", async () => {
      const request = (subject: string, about: string) =>
        society.owner.query(
          `insert into approval (kind, subject, about, payload, reason, requested_by,
            requested_person, expires_at)
          values ('probe', $1, $2, '{"amount": "5000"}', 'Qwhy', 'staff:CLERK', '',
            now() + interval '1 day')`,
          [subject, about],
        );
      await request("loan:LN-0", "member:PD1");
      await request("member:PD2", "");
      const steps = async (memberNo: string) => (await held(memberNo))["approvals"];
      const step = { kind: "probe", by: "staff:CLERK", reason: "Qwhy", state: "waiting" };
      expect(await steps("PD1")).toMatchObject([step]);
      expect(await steps("PD2")).toMatchObject([step]);
      expect(await steps("PD3")).toEqual([]);
    });
  });

  describe("a message to a phone shared by two members", () => {
    it("is shown to the member it names, and to neither if it names nobody", async () => {
      await society.owner.query(
        "update member set mobile_number = '+254712000899' where member_no in ('PD3', 'PD4')",
      );
      await society.owner.query(
        `insert into outbox_message (channel, recipient, template, language, params, expires_at)
        values ('sms', '+254712000899', 'to-one', 'en', '{"memberNo": "PD3"}', now()),
          ('sms', '+254712000899', 'to-nobody', 'en', '{}', now()),
          ('email', 'pd3@example.com', 'by-mail', 'en', '{}', now())`,
      );
      const [first, second] = [await held("PD3"), await held("PD4")];
      const told = (found: Held) => found["messages"]?.map(({ message }) => message);
      expect(told(first)).toEqual(["to-one", "by-mail"]);
      expect(told(second)).toEqual([]);
    });
  });

  describe("a copy of personal data", () => {
    it("needs a recent sign-in, is limited per day, and is logged each time", async () => {
      society.clock.set("2026-04-15T06:22:01Z");
      const late = await copyOf("PD4", "json");
      expect(await late.json()).toMatchObject({ code: 403, reason: "sign-in-again" });
      tokens["PD4"] = await signIn(society, "PD4");
      let given = 0;
      for (let asked = 0; asked < 14; asked += 1) {
        const { status } = await copyOf("PD4", "json");
        if (status === 201) given += 1;
        else expect(status).toBe(429);
      }
      const written = await society.owner.query(
        "select from audit_record where action = 'personal-data-given' and subject = 'member:PD4'",
      );
      // One copy was given out before, in the test of the shared phone.
      expect(given + 1).toBe(10);
      expect(written.rowCount).toBe(10);
    });

    it("of another member is rejected, and the office needs an open request for one", async () => {
      expect((await copyOf("PD1", "json", "PD2")).status).toBe(403);
      tokens["CLERK"] = await signIn(society, "CLERK");
      const refused = await copyOf("PD1", "json", "CLERK");
      expect(await refused.json()).toMatchObject({ reason: "no-open-request" });
      tokens["CLERK2"] = await signIn(society, "CLERK2");
      await society.send("POST", "/api/v1/privacy-requests", {
        token: tokens["CLERK2"],
        body: { memberNo: "PD1", kind: "copy", receivedOn: "2026-04-15" },
      });
      expect((await copyOf("PD1", "pdf", "CLERK")).status).toBe(201);
      const looks = await society.owner.query(
        `select from audit_record where action = 'looked' and actor = 'staff:CLERK'
        and subject = 'member:PD1' and detail ->> 'call' = 'privacy.copy'`,
      );
      expect(looks.rowCount).toBe(2);
    });
  });

  describe("data past its retention rule", () => {
    const left = (memberNo: string, on: string) =>
      society.owner.query("update member set left_on = $2 where member_no = $1", [memberNo, on]);

    it("is erased automatically if a member left owing nothing, and only then", async () => {
      await enrolWithLogin(society, "PD5", { mobile: "+254712000805" });
      await enrolWithLogin(society, "PD6", { mobile: "+254712000806" });
      await deposit(society, "PD6", 10);
      await left("PD5", "2026-04-15");
      await left("PD6", "2026-04-15");
      await society.owner.query(
        `insert into retention_rule (what, effective_from, amount, unit, set_by)
        values ('login', '2026-04-15', 10, 'days', 'staff:ADMIN'),
          ('contacts', '2026-04-15', 10, 'days', 'staff:ADMIN')`,
      );
      society.clock.set("2026-04-24T20:59:59Z");
      expect(await applyRetention(society.database)).toBe(0);
      society.clock.set("2026-04-24T21:00:00Z");
      expect(await applyRetention(society.database)).toBe(1);
      expect(await applyRetention(society.database)).toBe(0);
      const stands = await society.owner.query(
        `select member_no, full_name <> '' as named, mobile_number, email,
          exists (select from login l where l.member_id = m.id) as login
        from member m where member_no in ('PD5', 'PD6') order by member_no`,
      );
      expect(stands.rows).toEqual([
        { member_no: "PD5", named: true, mobile_number: "", email: "", login: false },
        {
          member_no: "PD6",
          named: true,
          mobile_number: "+254712000806",
          email: "pd6@example.com",
          login: true,
        },
      ]);
    });

    it("is erased from members' requests three years after the answer", async () => {
      const id = await memberIdOf(society, "PD1");
      await society.owner.query(
        `insert into privacy_request (member_id, kind, detail, should_be, note, way, received_on,
          due_on, recorded_by, state, answered_by, answered_at, answer, ground)
        values ($1, 'correction', 'name', 'Qsecret', 'Qnote', 'portal', '2026-04-01', '2026-04-08',
          'member:PD1', 'refused', 'staff:CLERK', '2026-04-05T06:00:00Z', 'Qanswer', 'correct')`,
        [id],
      );
      const kept = async () => {
        const found = await society.owner.query(
          `select from privacy_request where (should_be, note, answer) <> ('', '', '')
          and member_id = $1 and state = 'refused'`,
          [id],
        );
        return found.rowCount;
      };
      society.clock.set("2029-04-05T06:00:00Z");
      await applyRetention(society.database);
      expect(await kept()).toBe(1);
      society.clock.set("2029-04-05T06:00:01Z");
      await applyRetention(society.database);
      expect(await kept()).toBe(0);
    });

    it("never includes the books before seven years, whatever rule is set", async () => {
      await expect(
        society.owner.query(
          `insert into retention_rule (what, effective_from, amount, unit, set_by)
          values ('books', '2030-01-01', 6, 'years', 'staff:ADMIN')`,
        ),
      ).rejects.toThrow("retention_rule_books");
    });
  });
});
