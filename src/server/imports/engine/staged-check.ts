import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";

/**
 * One possible error of staged rows: the SELECT of file and row, whose other columns fill the
 * placeholders of the reason.
 */
export interface StagedCheck {
  readonly column: string;
  readonly code: ImportReasonCode;
  readonly text: string;
}

/** Rows that have the same key as one before them. */
export function twice(table: string, column: string, key: string, where = "true"): StagedCheck {
  return {
    column,
    code: "books.twice",
    text: `select file, row, earlier
      from (
        select file, row, row_number() over same as place, first_value(row) over same as earlier
        from ${table} where ${where}
        window same as (partition by ${key} order by file, row)
      ) t where place > 1`,
  };
}

/** Rows of members who are neither on the register nor in the files. */
export function unknownMember(table: string, column = "member_no"): StagedCheck {
  return {
    column,
    code: "books.no-member",
    text: `select file, row, member_no as member
      from ${table} s where member_no is not null
        and not exists (select from known_member k where k.member_no = s.member_no)`,
  };
}

/** Rows of members who have left, except those whom the same import registers again. */
export function leftMember(table: string, column = "member_no"): StagedCheck {
  return {
    column,
    code: "books.left-member",
    text: `select file, row, s.member_no as member
      from ${table} s join member m using (member_no) where m.membership = 'left'
        and not exists (select from staged_member n where n.member_no = s.member_no)`,
  };
}
