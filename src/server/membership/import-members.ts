import { openSelectedAccounts } from "#server/ledger/import-journal.ts";
import { accountsOfEveryMember } from "#server/ledger/chart-of-accounts.ts";
import type { UnitOfWork } from "#server/platform/database.ts";

/** Makes the temporary tables that members and their kin are staged in. */
export async function openMemberImport(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table staged_member (
      file smallint, row integer, member_no text, full_name text, joined_on date,
      mobile_number text, email text, national_id text, postal_address text, language text
    ) on commit drop`);
  await work.run(`create temporary table staged_kin (
      file smallint, row integer, member_no text, position smallint, full_name text
    ) on commit drop`);
}

/** Puts the staged members on the register, with next of kin and the accounts every member has. */
export async function writeImportedMembers(work: UnitOfWork): Promise<void> {
  await work.run(`insert into member (member_no, full_name, mobile_number, email, national_id,
      postal_address, language, joined_on)
    select member_no, full_name, mobile_number, email, national_id, postal_address, language,
      joined_on
    from staged_member order by file, row`);
  await work.run(`insert into next_of_kin (member_id, position, full_name)
    select m.id, k.position, k.full_name
    from staged_kin k join member m using (member_no)`);
  const codes = accountsOfEveryMember.map((code) => `('${code}')`).join(", ");
  await openSelectedAccounts(
    work,
    `select a.code, m.id as member_id, '' as reference, m.joined_on as opened_on
      from staged_member s join member m using (member_no)
        cross join (values ${codes}) as a (code)`,
  );
}
