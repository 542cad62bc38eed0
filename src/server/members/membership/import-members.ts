import * as z from "zod/mini";
import { openSelectedAccounts } from "#server/ledger/journal/import-journal.ts";
import { accountsOfEveryMember } from "#server/ledger/journal/chart-of-accounts.ts";
import {
  Overtaken,
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { writeNextOfKin } from "./next-of-kin.ts";

/** Creates the temporary tables in which members and next of kin are staged. */
export async function openMemberImport(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table staged_member (
      file smallint, row integer, member_no text, full_name text, joined_on date,
      mobile_number text, email text, national_id text, postal_address text, language text,
      surname text, first_names text, payroll_no text, kra_pin text, gender text
    ) on commit drop`);
  await work.run(`create temporary table staged_kin (
      file smallint, row integer, member_no text, position smallint, full_name text,
      relation text, share_bp integer
    ) on commit drop`);
}

const countStaged = statement({
  text: "select count(*)::int as members from staged_member",
  row: z.object({ members: z.int() }),
});

/**
 * Puts the staged members on the register, with next of kin and the standard accounts, for an
 * import run. Members who exist only from an undone import are written again.
 */
export async function writeImportedMembers(work: UnitOfWork, runId: bigint): Promise<void> {
  const written = await writeMembers(work, runId);
  const staged = await work.first(countStaged);
  if (written !== staged?.members) {
    throw new Overtaken("a member was registered while the files were read");
  }
  await writeNextOfKin(
    work,
    `select m.id, k.position, k.full_name, k.relation, k.share_bp, $1
      from staged_kin k join member m using (member_no)`,
    [runId],
  );
  const codes = accountsOfEveryMember.map((code) => `('${code}')`).join(", ");
  await openSelectedAccounts(
    work,
    `select a.code, m.id as member_id, '' as reference, m.joined_on as opened_on
      from staged_member s join member m using (member_no)
        cross join (values ${codes}) as a (code)`,
    runId,
  );
}

async function writeMembers(work: UnitOfWork, runId: bigint): Promise<number> {
  try {
    return await insertMembers(work, runId);
  } catch (error) {
    const taken = ["member_payroll_no_once", "person_number_pkey"];
    if (!taken.includes(violatedConstraint(error) ?? "")) throw error;
    throw new Overtaken("a number was taken while the files were read");
  }
}

function insertMembers(work: UnitOfWork, runId: bigint): Promise<number> {
  return work.run(
    `insert into member (member_no, full_name, mobile_number, email, national_id,
        postal_address, language, joined_on, surname, first_names, payroll_no, kra_pin, gender,
        import_run_id)
      select member_no, full_name, mobile_number, email, national_id, postal_address, language,
        joined_on, surname, first_names, payroll_no, kra_pin, gender, $1
      from staged_member order by file, row
      on conflict (member_no) do update set full_name = excluded.full_name,
        mobile_number = excluded.mobile_number, mobile_confirmed_at = null,
        email = excluded.email, national_id = excluded.national_id,
        postal_address = excluded.postal_address, language = excluded.language,
        joined_on = excluded.joined_on, surname = excluded.surname,
        first_names = excluded.first_names, payroll_no = excluded.payroll_no,
        kra_pin = excluded.kra_pin, gender = excluded.gender,
        import_run_id = excluded.import_run_id, membership = 'active'
      where import_may_renew(member)`,
    [runId],
  );
}
