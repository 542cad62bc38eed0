import type { MemberNo } from "#shared/member-number.ts";
import { hmacSha256 } from "#server/kernel/platform/random.ts";

/** Whose a case is, for themselves. */
export interface Author {
  readonly memberNo: MemberNo;
  /**
   * How the database holds whoever stays unnamed: a digest that nobody makes without the secret of
   * the server. Who reads the tables, a copy of them or the trail cannot tell by it who wrote what.
   */
  readonly digest: Uint8Array;
}

/** The author that a member is. */
export function authorOf(secret: string, memberNo: MemberNo): Author {
  return { memberNo, digest: hmacSha256(secret, "case-author", memberNo) };
}

/** An SQL list of the ids of what an author wrote, under their name and without it. */
export function idsOfAuthor(digest: string, memberNo: string): string {
  return `select a.case_id from case_author a where a.author = ${digest}
    union all select n.id from member_case n
      where n.member_id = (select m.id from member m where m.member_no = ${memberNo})`;
}

/** How the audit trail names a member who is not to be named. */
export const UNNAMED = "a-member";
