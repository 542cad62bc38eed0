import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

const findNewest = statement({
  name: "privacy-newest-confirmed",
  text: `select coalesce(max(c.version), 0)::int as version
    from member m join privacy_consent c on c.member_id = m.id where m.member_no = $1`,
  row: z.object({ version: z.int() }),
});

/** The newest privacy notice that a member has confirmed; zero if they confirmed none. */
export async function newestConfirmed(snapshot: Snapshot, memberNo: MemberNo): Promise<number> {
  return (await snapshot.first(findNewest, [memberNo]))?.version ?? 0;
}

/**
 * Records that a member confirmed a privacy notice, once for each version, and returns whether that
 * notice exists. The first confirmation counts, however it was made.
 */
export async function confirmNotice(
  work: UnitOfWork,
  { memberId, memberNo }: { readonly memberId: bigint; readonly memberNo: MemberNo },
  version: number,
  way: "sign-up" | "portal",
): Promise<boolean> {
  if (version < 1 || version > PRIVACY_NOTICE) return false;
  const written = await work.run(
    `insert into privacy_consent (member_id, version, way) values ($1, $2, $3)
      on conflict do nothing`,
    [memberId, version, way],
  );
  if (written === 1) {
    const subject = `member:${memberNo}`;
    work.audit({ action: "privacy-notice-confirmed", subject, detail: { version, way } });
  }
  return true;
}
