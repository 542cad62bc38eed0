import type { MemberNo } from "#shared/member-number.ts";
import { codeProblem } from "#server/identity/one-time-codes/prove.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** Creates the login of a member or member of staff who has none yet. */
export async function createLogin(
  work: UnitOfWork,
  login: { readonly memberNo: MemberNo; readonly phc: string },
): Promise<void> {
  const made = await work.run(
    `insert into login (login_no, member_id, staff_id, password_phc)
      select $1, (select id from member where member_no = $1),
        (select id from staff where staff_no = $1), $2
      on conflict (login_no) do nothing`,
    [login.memberNo, login.phc],
  );
  if (made === 0) throw codeProblem("sign-up");
  await work.run("delete from sign_in_standing where login_no = $1", [login.memberNo]);
  work.audit({ action: "login-created", subject: `login:${login.memberNo}` });
}
