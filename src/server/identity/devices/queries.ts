import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const openSession = z.object({
  id: z.bigint(),
  device_name: z.string(),
  created_at: z.date(),
  last_seen_at: z.date(),
});

export type OpenSession = z.infer<typeof openSession>;

const findOpen = statement({
  name: "sessions-open-of-login",
  text: `select id, device_name, created_at, last_seen_at from session
    where login_id = $1 and ended_at is null and expires_at > akiba_now()
      and last_seen_at > akiba_now() - make_interval(secs => idle_seconds)
    order by created_at desc, id desc`,
  row: openSession,
});

/** Returns the sessions of a login that are still valid, the latest first. */
export function openSessionsOf(snapshot: Snapshot, loginId: bigint): Promise<OpenSession[]> {
  return snapshot.rows(findOpen, [loginId]);
}

/** How long a sign-in from a new device is shown, in days. */
const NEWS_DAYS = 14;
/** The maximum shown: more would push a member's figures out of sight. */
const MAX_NEWS = 5;

const newDevice = z.object({ device_name: z.string(), created_at: z.date() });

export type NewDevice = z.infer<typeof newDevice>;

const findNewDevices = statement({
  name: "sessions-new-devices",
  text: `select n.device_name, n.created_at
    from session n join session here on here.id = $1 and n.login_id = here.login_id
    where n.is_new_device and n.device is distinct from here.device
      and n.created_at > akiba_now() - interval '${NEWS_DAYS} days'
    order by n.id desc limit ${MAX_NEWS}`,
  row: newDevice,
});

/**
 * Returns the latest sign-ins from devices that were new then and are not the device of a session,
 * the latest first.
 */
export function newDevicesBeside(snapshot: Snapshot, sessionId: bigint): Promise<NewDevice[]> {
  return snapshot.rows(findNewDevices, [sessionId]);
}
