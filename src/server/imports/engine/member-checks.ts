import { type StagedCheck, twice, unknownMember } from "./staged-check.ts";

const columnNames = { mobile_number: "mobile", email: "email", national_id: "id_no" } as const;

/** Members with a detail of somebody on the staff who is not that member and cannot be. */
function ofSomebodyOnStaff(detail: keyof typeof columnNames): StagedCheck {
  return {
    column: columnNames[detail],
    code: "books.of-staff",
    text: `select m.file, m.row, s.staff_no as staff
      from staged_member m join staff s
        on m.${detail} <> '' and upper(s.${detail}) = upper(m.${detail})
      where not coalesce(s.member_id = (select k.id from member k where k.member_no = m.member_no),
          s.member_id is null and s.link_approval is null and akiba_same_person(
            s.national_id, s.mobile_number, m.national_id, m.mobile_number))`,
  };
}

/** The possible errors of staged members and their next of kin. */
export const ofMembers: readonly StagedCheck[] = [
  twice("staged_member", "member_no", "member_no", "member_no is not null"),
  {
    column: "member_no",
    code: "books.known-member",
    text: `select file, row, s.member_no as member
      from staged_member s join member m using (member_no) where not import_may_renew(m)`,
  },
  {
    column: "member_no",
    code: "books.staff-number",
    text: `select file, row, s.member_no as number
      from staged_member s join person_number n on n.number = s.member_no and n.holder = 'staff'`,
  },
  twice("staged_member", "id_no", "national_id", "national_id <> ''"),
  {
    column: "id_no",
    code: "books.known-id",
    text: `select file, row, m.member_no as member
      from staged_member s join member m
        on m.national_id = s.national_id and m.member_no <> s.member_no
      where s.national_id <> ''`,
  },
  twice("staged_member", "payroll_no", "payroll_no", "payroll_no <> ''"),
  {
    column: "payroll_no",
    code: "books.known-payroll",
    text: `select file, row, m.member_no as member
      from staged_member s join member m
        on m.payroll_no = s.payroll_no and m.member_no <> s.member_no and m.membership <> 'left'
      where s.payroll_no <> ''`,
  },
  ...(["mobile_number", "email", "national_id"] as const).map(ofSomebodyOnStaff),
  unknownMember("staged_kin"),
  twice("staged_kin", "position", "member_no, position", "member_no is not null"),
  {
    column: "share",
    code: "books.kin-shares",
    text: `select min(k.file) as file, min(k.row) as row, k.member_no as member,
        (sum(k.share_bp) + max(h.held))::numeric / 100 as sum
      from staged_kin k cross join lateral (
          select coalesce(sum(o.share_bp), 0) as held, count(o.share_bp) as said
          from next_of_kin o join member m on m.id = o.member_id where m.member_no = k.member_no
        ) h
      group by k.member_no
      having count(k.share_bp) + max(h.said) > 0
        and coalesce(sum(k.share_bp), 0) + max(h.held) <> 10000`,
  },
  {
    column: "position",
    code: "books.known-kin",
    text: `select file, row, s.member_no as member, s.position
      from staged_kin s join member m using (member_no)
        join next_of_kin k on k.member_id = m.id and k.position = s.position`,
  },
];
