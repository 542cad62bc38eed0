import type { MemberNo } from "#shared/member-number.ts";
import { hmacSha256 } from "#server/kernel/platform/random.ts";

/** The author of a case, in a form that only the author can be matched with. */
export interface Author {
  readonly memberNo: MemberNo;
  /**
   * How the database stores an unnamed author: as a digest that only the server's secret can
   * produce. A reader of the tables, of a copy or of the audit log cannot tell who wrote what.
   */
  readonly digest: Uint8Array;
}

/** Returns a member as an author. */
export function authorOf(secret: string, memberNo: MemberNo): Author {
  return { memberNo, digest: hmacSha256(secret, "case-author", memberNo) };
}

/** An SQL list of the ids of an author's cases, named and unnamed. */
export function idsOfAuthor(digest: string, memberNo: string): string {
  return `select a.case_id from case_author a where a.author = ${digest}
    union all select n.id from member_case n
      where n.member_id = (select m.id from member m where m.member_no = ${memberNo})`;
}

/** Returns how the audit log refers to a member who wishes to stay unnamed. */
export const UNNAMED = "a-member";
