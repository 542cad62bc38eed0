import { expect } from "vitest";
import { sha256 } from "#server/kernel/platform/random.ts";
import type { Load } from "./load.ts";
import type { Society } from "./society.ts";

/** Fails unless everything acknowledged is stored, and nothing is doubled or half-done. */
export async function expectKept(load: Load, society: Society): Promise<void> {
  expect(load.strange, "answers that no fault excuses").toEqual([]);
  await expectSessions(load, society);
  await expectAccounts(load, society);
  await society.isInOrder();
}

async function expectSessions({ sessions }: Load, society: Society): Promise<void> {
  const kept = await society.rows<{ token: string; memberNo: string }>(
    `select encode(s.token_hash, 'hex') as token, l.login_no as "memberNo"
      from session s join login l on l.id = s.login_id`,
  );
  const ownerOf = new Map(kept.map(({ token, memberNo }) => [token, memberNo]));
  const lost = sessions.filter(({ token, memberNo }) => {
    return ownerOf.get(Buffer.from(sha256(token)).toString("hex")) !== memberNo;
  });
  expect(lost, "sessions that were acknowledged and are not there").toEqual([]);
  const unequal = await society.rows(
    `select login_no, sessions, records from
      (select l.login_no,
        (select count(*)::int from session s where s.login_id = l.id) as sessions,
        (select count(*)::int from audit_record a
          where a.action = 'signed-in' and a.subject = 'login:' || l.login_no) as records
      from login l where l.login_no not like 'AP%') counted where sessions <> records`,
  );
  expect(unequal, "sessions without their audit record, or the other way").toEqual([]);
}

interface Newcomer {
  readonly memberNo: string;
  readonly codes: number;
  readonly spent: number;
  readonly codeTexts: number;
  readonly codeRecords: number;
  readonly logins: number;
  readonly welcomeTexts: number;
  readonly loginRecords: number;
  readonly confirmed: number;
}

async function expectAccounts(load: Load, society: Society): Promise<void> {
  const newcomers = await society.rows<Newcomer>(
    `select m.member_no as "memberNo", count(o.id)::int as codes, count(o.used_at)::int as spent,
      (select count(*)::int from outbox_message b join otp p on b.params ->> 'otpId' = p.id::text
        where p.member_no = m.member_no) as "codeTexts",
      (select count(*)::int from audit_record a
        where action = 'code-sent' and subject = 'login:' || m.member_no) as "codeRecords",
      (select count(*)::int from login l where l.login_no = m.member_no) as logins,
      (select count(*)::int from outbox_message b where b.template = 'login-created'
        and b.params ->> 'memberNo' = m.member_no) as "welcomeTexts",
      (select count(*)::int from audit_record a
        where action = 'login-created' and subject = 'login:' || m.member_no) as "loginRecords",
      count(distinct m.mobile_confirmed_at)::int as confirmed
    from member m left join otp o on o.member_no = m.member_no
    where m.member_no like 'NEW%' group by m.id`,
  );
  const codesSent = new Set(load.codesSent);
  const accounts = new Set(load.accounts);
  for (const newcomer of newcomers) {
    const { memberNo } = newcomer;
    const [codes, logins] = [newcomer.codes, newcomer.logins];
    expect(codes, `codes of ${memberNo}`).toBeLessThanOrEqual(1);
    expect(logins, `logins of ${memberNo}`).toBeLessThanOrEqual(1);
    if (codesSent.has(memberNo)) expect(codes, `the code of ${memberNo}`).toBe(1);
    if (accounts.has(memberNo)) expect(logins, `the login of ${memberNo}`).toBe(1);
    const whole = { memberNo, codes, codeTexts: codes, codeRecords: codes, logins };
    const withLogin = { spent: logins, welcomeTexts: logins, loginRecords: logins };
    expect(newcomer).toEqual({ ...whole, ...withLogin, confirmed: logins });
  }
}
