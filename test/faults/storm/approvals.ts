import { expect } from "vitest";
import { expectWinners, type Kind, mixed, times } from "./kind.ts";
import { staff, suspend } from "./staff-acts.ts";
import type { Asked, Storm } from "./storm.ts";

const path = "/api/v1/approvals";

/** A step that waits for a second person, with the digest of what that person reads. */
export interface Waiting {
  readonly id: string;
  readonly digest: string;
}

/** Returns the waiting request of a subject, as somebody who may decide it reads it. */
export async function waitingFor(storm: Storm, subject: string, who: string): Promise<Waiting> {
  const [row] = await storm.rows<{ id: string }>(
    "select id::text from approval where subject = $1 and state = 'waiting'",
    [subject],
  );
  return storm.done<Waiting>({ who, method: "GET", path: `${path}/${row?.id}` });
}

/** Approves a request, as the second person. */
export function approveRequest({ id, digest }: Waiting, who: string): Asked {
  return { who, path: `${path}/${id}/approval`, body: { digest } };
}

const rejectRequest = ({ id }: Waiting, who: string): Asked => ({
  who,
  path: `${path}/${id}/rejection`,
  body: { reason: "Not yet" },
});

const withdrawRequest = ({ id }: Waiting, who: string): Asked => ({
  who,
  method: "DELETE",
  path: `${path}/${id}`,
});

async function suspendedClerk(storm: Storm): Promise<string> {
  const clerk = `CLERK-${storm.draw()}`;
  await storm.employ(clerk, "clerk");
  await storm.done(suspend(clerk, "ADMIN-1"));
  return clerk;
}

const resume = (clerk: string, who: string) =>
  staff(clerk, "suspension", who, { method: "DELETE" });

/** A request of the first administrator to resume a clerk. */
async function requested(storm: Storm): Promise<{ clerk: string; waiting: Waiting }> {
  const clerk = await suspendedClerk(storm);
  await storm.done(resume(clerk, "ADMIN-1"));
  return { clerk, waiting: await waitingFor(storm, `staff:${clerk}`, "ADMIN-2") };
}

const isActive = async (storm: Storm, clerk: string) =>
  (await storm.count("select from staff where staff_no = $1 and suspended_at is null", [clerk])) ===
  1;

/** Races of steps that need a second person, with a resumption as the example. */
export const approvalKinds: readonly Kind[] = [
  {
    name: "a step requested by two people: one request waits",
    async run(storm) {
      const clerk = await suspendedClerk(storm);
      const race = mixed(3, resume(clerk, "ADMIN-1"), resume(clerk, "ADMIN-2"));
      expectWinners(await storm.race(race), 1);
      expect(await isActive(storm, clerk)).toBe(false);
    },
  },
  {
    name: "a request approved by two people: carried out once",
    async run(storm) {
      const { clerk, waiting } = await requested(storm);
      const race = mixed(
        3,
        approveRequest(waiting, "ADMIN-2"),
        approveRequest(waiting, "TREASURER-1"),
      );
      expectWinners(await storm.race(race), 1);
      expect(await isActive(storm, clerk)).toBe(true);
    },
  },
  {
    name: "a request approved, rejected and withdrawn: one of the three",
    async run(storm) {
      const { clerk, waiting } = await requested(storm);
      const race = mixed(
        2,
        approveRequest(waiting, "ADMIN-2"),
        rejectRequest(waiting, "TREASURER-1"),
        withdrawRequest(waiting, "ADMIN-1"),
      );
      expectWinners(await storm.race(race), 1);
      const [row] = await storm.rows<{ state: string }>(
        "select state from approval where id = $1",
        [waiting.id],
      );
      expect(await isActive(storm, clerk)).toBe(row?.state === "approved");
    },
  },
  {
    name: "a request approved by its requester: never, however often",
    async run(storm) {
      const { clerk, waiting } = await requested(storm);
      expectWinners(await storm.race(times(10, approveRequest(waiting, "ADMIN-1"))), 0);
      expect(await isActive(storm, clerk)).toBe(false);
    },
  },
];
