import * as z from "zod/mini";
import type { Permission, StaffRole } from "#shared/permissions.ts";
import { moneyPermissions, roleMay, rolePermissions } from "#shared/permissions.ts";
import type { Audience } from "#shared/contract/kernel/endpoint.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { type Position, positionColumns } from "#server/kernel/platform/replica.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { sameHash, sha256 } from "#server/kernel/platform/random.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";

export interface SignedIn {
  readonly kind: "member" | "staff";
  readonly sessionId: bigint;
  readonly loginId: bigint;
  readonly memberNo: MemberNo;
  readonly fullName: string;
  /** Null for a member. */
  readonly role: StaffRole | null;
  /** Whether the role is too new to approve or move money. */
  readonly roleIsNew: boolean;
  /** When the role stops being new, in words; empty when it is not new. */
  readonly roleNewUntil: string;
  readonly idleSeconds: number;
  /** Until the session ends, even if it is used. */
  readonly remainingSeconds: number;
  /** The position of the database when the session was found; null if no read depends on it. */
  readonly position: Position | null;
}

/** A person whose password was right, but who has not passed the second factor yet. */
export interface PendingSession {
  readonly id: bigint;
  readonly loginId: bigint;
  readonly memberNo: MemberNo;
}

export type Actor = { readonly kind: "anyone" } | SignedIn;

/**
 * The member whose record may be read. Created only here, so a query that takes one needs no check.
 */
export interface MemberScope {
  readonly memberNo: MemberNo;
  readonly __minted: unique symbol;
}

/** Returns the name of an actor in the audit log. */
export function actorName(actor: Actor): string {
  return actor.kind === "anyone" ? "anyone" : `${actor.kind}:${actor.memberNo}`;
}

/** Returns the number of the signed-in member; rejects anyone else. */
export function ownNumber(actor: Actor): MemberNo {
  if (actor.kind !== "member") throw new Problem("not-yours");
  return actor.memberNo;
}

const staffRole = z.nullable(z.enum(Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]]));

const sessionBy = (
  more: string,
) => `select s.id, s.login_id, l.login_no, s.binding_hash, s.idle_seconds,
      floor(extract(epoch from s.expires_at - akiba_now()))::int as remaining_seconds,
      s.last_seen_at < akiba_now() - interval '10 seconds' as unseen,
      st.role, coalesce(m.full_name, st.full_name) as full_name,
      case when st.role_since > akiba_now() - make_interval(hours => $2) then to_char(
        ${inNairobi("(st.role_since + make_interval(hours => $2))")},
        'YYYY-MM-DD, HH24:MI') else '' end as role_new_until${more}
    from session s
      join login l on l.id = s.login_id
      left join member m on m.id = l.member_id
      left join staff st on st.id = l.staff_id
    where s.token_hash = $1 and s.ended_at is null and s.expires_at > akiba_now()
      and st.suspended_at is null
      and s.last_seen_at > akiba_now() - s.idle_seconds * interval '1 second'`;

const foundPosition = {
  timeline: z.optional(z.nullable(z.string())),
  lsn: z.optional(z.nullable(z.bigint())),
};

const foundSession = z.object({
  id: z.bigint(),
  login_id: z.bigint(),
  login_no: z.string(),
  binding_hash: z.nullable(z.instanceof(Uint8Array)),
  idle_seconds: z.int(),
  remaining_seconds: z.int(),
  unseen: z.boolean(),
  role: staffRole,
  full_name: z.string(),
  role_new_until: z.string(),
  ...foundPosition,
});

const findSession = statement({
  name: "session-by-token",
  quick: true,
  text: sessionBy(""),
  row: foundSession,
});

const findSessionAndPosition = statement({
  name: "session-and-position",
  quick: true,
  text: sessionBy(`, ${positionColumns}`),
  row: foundSession,
});

interface Presented {
  readonly authorization: string | undefined;
  readonly binding: string | undefined;
}

export interface ActorOptions {
  readonly sessionBinding: "report" | "enforce";
  /** Called when a token comes without the cookie it was bound to. */
  readonly onUnbound: () => void;
  /** How long a role is too new to approve or move money. */
  readonly newRoleHours: number;
}

const findPendingSession = statement({
  name: "pending-session-by-token",
  text: `select h.id, h.login_id, l.login_no, h.binding_hash
    from pending_session h join login l on l.id = h.login_id join staff st on st.id = l.staff_id
    where h.token_hash = $1 and h.ended_at is null and h.expires_at > akiba_now()
      and st.suspended_at is null`,
  row: z.object({
    id: z.bigint(),
    login_id: z.bigint(),
    login_no: z.string(),
    binding_hash: z.nullable(z.instanceof(Uint8Array)),
  }),
});

/**
 * Identifies the caller for a call of that audience: a full session, or an MFA-pending one where
 * the call is for that.
 */
export async function identifyCaller(
  database: Database,
  audience: Audience,
  presented: Presented,
  options: ActorOptions,
): Promise<{ readonly actor: Actor; readonly pendingSession: PendingSession | null }> {
  const nobody = { actor: { kind: "anyone" }, pendingSession: null } as const;
  if (audience.kind === "anyone") return nobody;
  if (audience.kind === "mfa-pending") {
    return {
      ...nobody,
      pendingSession: await identifyPendingSession(database, presented, options),
    };
  }
  const actor = await identify(database, presented, options);
  if (actor.kind === "anyone") throw new Problem("not-signed-in");
  return { actor, pendingSession: null };
}

function tokenOf({ authorization }: Presented): string | null {
  if (authorization === undefined) return null;
  const token = /^bearer +([a-z0-9_-]{43})$/i.exec(authorization)?.[1];
  if (token === undefined) throw new Problem("session-ended");
  return token;
}

async function identifyPendingSession(
  database: Database,
  presented: Presented,
  options: ActorOptions,
): Promise<PendingSession> {
  const token = tokenOf(presented);
  if (token === null) throw new Problem("not-signed-in");
  const [found] = await database.one(findPendingSession, [sha256(token)]);
  if (found === undefined) throw new Problem("session-ended");
  rejectUnbound(found.binding_hash, presented, options);
  return { id: found.id, loginId: found.login_id, memberNo: found.login_no as MemberNo };
}

/** Identifies the caller by a bearer token; the only place that does. */
export async function identify(
  database: Database,
  presented: Presented,
  options: ActorOptions,
): Promise<Actor> {
  const token = tokenOf(presented);
  if (token === null) return { kind: "anyone" };
  const find = database.replica === null ? findSession : findSessionAndPosition;
  const [found] = await database.one(find, [sha256(token), options.newRoleHours]);
  if (found === undefined) throw new Problem(await endOf(database, token, presented.binding));
  rejectUnbound(found.binding_hash, presented, options);
  if (found.unseen) await touch(database, found.id);
  return {
    kind: found.role === null ? "member" : "staff",
    sessionId: found.id,
    loginId: found.login_id,
    memberNo: found.login_no as MemberNo,
    fullName: found.full_name,
    role: found.role,
    roleIsNew: found.role_new_until !== "",
    roleNewUntil: found.role_new_until,
    idleSeconds: found.idle_seconds,
    remainingSeconds: found.remaining_seconds,
    position: positionOf(found),
  };
}

const findRevoked = statement({
  name: "session-revoked-by-token",
  text: `select s.binding_hash from session s join login l on l.id = s.login_id
    where s.token_hash = $1 and s.ended_at is not null
      and (s.end_reason not in ('signed out', 'changed to the linked account', 'replaced')
        or l.password_changed_at > s.ended_at)`,
  row: z.object({ binding_hash: z.nullable(z.instanceof(Uint8Array)) }),
});

/**
 * Distinguishes a session that somebody ended, even after it expired, from one that only expired: a
 * browser that kept figures for reading offline then removes them. Only the browser to which the
 * session is bound gets this answer: a thief of the token would learn that its owner noticed.
 */
async function endOf(
  database: Database,
  token: string,
  binding: Presented["binding"],
): Promise<"session-ended" | "session-revoked"> {
  const [revoked] = await database.one(findRevoked, [sha256(token)]);
  if (revoked === undefined) return "session-ended";
  const isTheirs = revoked.binding_hash === null || bindingHolds(revoked.binding_hash, binding);
  return isTheirs ? "session-revoked" : "session-ended";
}

function positionOf({
  timeline,
  lsn,
}: Pick<z.output<typeof foundSession>, "timeline" | "lsn">): Position | null {
  return timeline && typeof lsn === "bigint" ? { timeline, lsn } : null;
}

/**
 * Rejects an actor outside the audience of an endpoint; returns the member scope if the call has
 * one.
 */
export function authorise(
  audience: Audience,
  actor: Actor,
  params: Readonly<Record<string, string>>,
): MemberScope | null {
  if (audience.kind === "anyone" || audience.kind === "mfa-pending") return null;
  if (actor.kind === "anyone") throw new Problem("not-signed-in");
  if (audience.kind === "signed-in") return null;
  if (audience.kind === "member" || audience.kind === "own") {
    if (actor.kind === "member") return { memberNo: actor.memberNo } as MemberScope;
    if (audience.kind === "own" && may(actor, audience.staff)) return null;
    throw new Problem(audience.kind === "own" ? "staff-only" : "not-yours");
  }
  if (audience.kind === "any-staff") {
    if (actor.kind !== "staff") throw new Problem("staff-only");
    return null;
  }
  if (audience.kind === "staff") {
    if (!may(actor, audience.permission)) throw new Problem("staff-only");
    if (moneyPermissions.has(audience.permission)) rejectNewRole(actor);
    return null;
  }
  // Decided by the numbers alone, so that the answer does not reveal whether the member exists.
  const asked = params[audience.param] as MemberNo;
  const own = actor.kind === "member" && actor.memberNo === asked;
  if (!own && !may(actor, audience.staff)) throw new Problem("not-yours");
  return { memberNo: asked } as MemberScope;
}

/** The person a call was admitted for. */
interface Admitted {
  readonly actor: Actor;
  readonly pendingSession: PendingSession | null;
}

// The locks make a suspension, a sign-out and a change of role wait for the commit, or make this
// statement wait for theirs. Staff rows are locked before sessions, as a suspension does. A session
// that this same unit of work ended, as signing out does, counts as open. Time-outs are checked
// when a call begins: a long import may outlast them.
const lockSignedIn = statement({
  name: "session-lock-standing",
  text: `with office as materialized (
      select st.role from login l join staff st on st.id = l.staff_id
      where l.id = $2 and st.suspended_at is null for share of st
    )
    select o.role from session s left join office o on true
    where s.id = $1 and (s.ended_at is null or s.xmin = pg_current_xact_id()::xid)
    for share of s`,
  row: z.object({ role: staffRole }),
});

const lockPendingSession = statement({
  name: "pending-session-lock-standing",
  text: `select id from pending_session
    where id = $1 and (ended_at is null or xmin = pg_current_xact_id()::xid) for share`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Rejects a unit of work whose actor lost their session or changed role while it ran, so that
 * nothing is written for them. It must be the last statement of a unit of work: it locks the
 * session and the role until the commit.
 */
export async function lockSession(
  work: UnitOfWork,
  { actor, pendingSession }: Admitted,
): Promise<void> {
  if (
    pendingSession !== null &&
    (await work.first(lockPendingSession, [pendingSession.id])) === null
  ) {
    throw new Problem("session-ended");
  }
  if (actor.kind === "anyone") return;
  const found = await work.first(lockSignedIn, [actor.sessionId, actor.loginId]);
  rejectChanged(actor, found);
}

const standing = z.object({ role: staffRole, ...foundPosition });

const standingWith = (columns: string) =>
  `select st.role${columns} from session s
      join login l on l.id = s.login_id left join staff st on st.id = l.staff_id
    where s.id = $1 and s.ended_at is null and st.suspended_at is null`;

const findSignedIn = statement({
  name: "session-standing",
  text: standingWith(""),
  row: standing,
});

const findSignedInAndPosition = statement({
  name: "session-standing-and-position",
  text: standingWith(`, ${positionColumns}`),
  row: standing,
});

/**
 * Rejects a long read whose actor lost their session or changed role since it began. The returned
 * actor reads no older state than the one read so far, whether from the primary or a replica.
 */
export async function recheckSession(database: Database, actor: Actor): Promise<Actor> {
  if (actor.kind === "anyone") return actor;
  const find = database.replica === null ? findSignedIn : findSignedInAndPosition;
  const [found = null] = await database.one(find, [actor.sessionId]);
  rejectChanged(actor, found);
  return found === null ? actor : { ...actor, position: positionOf(found) };
}

function rejectChanged(actor: SignedIn, found: { role: StaffRole | null } | null): void {
  if (found === null) throw new Problem("session-ended");
  if (found.role !== actor.role) {
    throw new Problem(found.role === null ? "session-ended" : "staff-only");
  }
}

/** Rejects somebody whose role is too new to approve or move money. */
export function rejectNewRole({ roleIsNew, roleNewUntil: until }: SignedIn): void {
  if (roleIsNew) throw new Problem("role-too-new", { values: { until } });
}

function may(actor: SignedIn, permission: Permission): boolean {
  return actor.role !== null && roleMay(actor.role, permission);
}

function rejectUnbound(hash: Uint8Array | null, given: Presented, options: ActorOptions): void {
  if (hash === null || bindingHolds(hash, given.binding)) return;
  options.onUnbound();
  if (options.sessionBinding === "enforce") throw new Problem("session-ended");
}

function bindingHolds(hash: Uint8Array, binding: string | undefined): boolean {
  return binding !== undefined && sameHash(sha256(binding), hash);
}

// The calls of one page arrive together: the first one updates the session, the others skip it. The
// update does not wait for the disk: losing it in a crash only ends an idle session ten seconds
// early.
const touchSession = statement({
  name: "session-touch",
  text: `update session set last_seen_at = akiba_now()
    where id = $1 and ended_at is null
      and last_seen_at < akiba_now() - interval '10 seconds'
      and set_config('synchronous_commit', 'off', true) = 'off'
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** When the database accepts no writes, for example with a full disk, reads still work. */
async function touch(database: Database, sessionId: bigint): Promise<void> {
  try {
    await database.oneWrite("session", touchSession, [sessionId]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
