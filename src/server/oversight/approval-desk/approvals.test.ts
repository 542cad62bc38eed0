import { beforeAll, describe, expect, it } from "vitest";
import { approveRequest, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

const staff = {
  ADMIN: "administrator",
  ADMIN2: "administrator",
  AUDITOR: "auditor",
  TREASURER: "treasurer",
  CLERK: "clerk",
} as const;

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

const send = (who: string, method: "GET" | "POST" | "DELETE", path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", body });

interface Row {
  readonly id: string;
  readonly digest: string;
  readonly facts: { name: string; value: string }[];
  readonly isOwn: boolean;
  readonly mayDecide: boolean;
  readonly state: string;
}

async function waitingFor(who: string): Promise<Row[]> {
  return ((await send(who, "GET", "/api/v1/approvals")).body as { rows: Row[] }).rows;
}

/** Employs and suspends somebody, and requests that they may sign in again. */
async function requestFor(staffNo: string, by = "ADMIN"): Promise<Row> {
  await employ(society, staffNo, "clerk");
  await send(by, "POST", `/api/v1/staff/${staffNo}/suspension`, { reason: "On leave" });
  const reply = await send(by, "DELETE", `/api/v1/staff/${staffNo}/suspension`);
  expect(reply.status, reply.text).toBe(200);
  const { approvalId } = reply.body as { approvalId: string };
  const found = (await waitingFor(by)).find(({ id }) => id === approvalId);
  if (found === undefined) throw new Error("the request is not in its maker's list");
  return found;
}

const decide = (who: string, { id, digest }: Row) =>
  send(who, "POST", `/api/v1/approvals/${id}/approval`, { digest });

async function stateOf(staffNo: string): Promise<boolean> {
  const found = await society.owner.query<{ suspended: boolean }>(
    "select suspended_at is not null as suspended from staff where staff_no = $1",
    [staffNo],
  );
  return found.rows[0]?.suspended ?? false;
}

describe("a step that needs two people", () => {
  it("happens only when a second person approves it", async () => {
    const request = await requestFor("TWO1");
    expect(await stateOf("TWO1")).toBe(true);
    expect(request).toMatchObject({ isOwn: true, mayDecide: false });
    expect((await decide("ADMIN", request)).body).toMatchObject({ reason: "approval-two-people" });
    expect((await decide("CLERK", request)).body).toMatchObject({ reason: "staff-only" });
    expect(await stateOf("TWO1")).toBe(true);
    expect((await decide("AUDITOR", request)).body).toMatchObject({ state: "approved" });
    expect(await stateOf("TWO1")).toBe(false);
  });

  it("is not approved while the person who requested it is suspended, only rejected", async () => {
    await employ(society, "GONE", "administrator");
    tokens["GONE"] = await signIn(society, "GONE");
    const kept = await requestFor("TWO3", "GONE");
    const other = await requestFor("TWO4", "GONE");
    const suspension = { reason: "Under investigation" };
    await send("ADMIN", "POST", "/api/v1/staff/GONE/suspension", suspension);
    expect((await decide("AUDITOR", kept)).body).toMatchObject({ reason: "approval-suspended" });
    expect(await stateOf("TWO3")).toBe(true);
    const rejected = { reason: "Requested by somebody who is suspended" };
    const path = `/api/v1/approvals/${other.id}/rejection`;
    expect((await send("AUDITOR", "POST", path, rejected)).body).toMatchObject({
      state: "rejected",
    });
  });

  it("is shown to the person who requested it and to those who may decide it", async () => {
    const { id } = await requestFor("SEE1");
    const sees = async (who: string) => (await waitingFor(who)).some((row) => row.id === id);
    expect(await sees("TREASURER")).toBe(true);
    expect(await sees("CLERK")).toBe(false);
    const row = (await waitingFor("ADMIN2")).find((one) => one.id === id);
    expect(row).toMatchObject({ isOwn: false, mayDecide: true });
    expect(row?.facts).toContainEqual({ name: "reason", value: "On leave" });
  });

  it("is readable by its number for those who are shown it, and for nobody else", async () => {
    const { id } = await requestFor("ONE1");
    const read = (who: string) => send(who, "GET", `/api/v1/approvals/${id}`);
    expect((await read("ADMIN")).body).toMatchObject({ id, isOwn: true, mayDecide: false });
    expect((await read("TREASURER")).body).toMatchObject({ id, isOwn: false, mayDecide: true });
    expect((await read("CLERK")).body).toMatchObject({ code: 404, reason: "no-such-approval" });
  });

  it("is counted in the menu of those who may decide it, and of nobody else", async () => {
    const counted = async (who: string) => {
      const { body } = await send(who, "GET", "/api/v1/waiting-work");
      return (body as { approvals: { waiting: number } }).approvals.waiting;
    };
    const people = ["ADMIN", "ADMIN2", "CLERK"];
    const before = await Promise.all(people.map(counted));
    await requestFor("COUNT1");
    const after = await Promise.all(people.map(counted));
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([0, 1, 0]);
  });

  it("happens once, even if approved many times at once", async () => {
    const request = await requestFor("ONCE1");
    const replies = await Promise.all(
      ["ADMIN2", "AUDITOR", "TREASURER", "ADMIN2", "AUDITOR"].map((who) => decide(who, request)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it("is not approved by somebody who saw something else", async () => {
    const request = await requestFor("SAW1");
    await society.owner.query("update staff set role = 'auditor' where staff_no = 'SAW1'");
    expect((await decide("AUDITOR", request)).body).toMatchObject({ reason: "approval-changed" });
    expect(await stateOf("SAW1")).toBe(true);
    await approveRequest(society, tokens["AUDITOR"] ?? "", request.id);
    expect(await stateOf("SAW1")).toBe(false);
  });

  it("cannot be approved once it was rejected, withdrawn or has lapsed", async () => {
    const rejected = await requestFor("END1");
    const because = { reason: "Not yet" };
    await send("AUDITOR", "POST", `/api/v1/approvals/${rejected.id}/rejection`, because);
    const withdrawn = await requestFor("END2");
    expect((await send("ADMIN2", "DELETE", `/api/v1/approvals/${withdrawn.id}`)).status).toBe(403);
    expect((await send("ADMIN", "DELETE", `/api/v1/approvals/${withdrawn.id}`)).status).toBe(200);
    const lapsed = await requestFor("END3");
    await society.owner.query("begin");
    await society.owner.query("alter table approval disable trigger approval_life");
    await society.owner.query(
      "update approval set expires_at = '2026-04-01T00:00:00Z' where id = $1",
      [lapsed.id],
    );
    await society.owner.query("alter table approval enable trigger approval_life");
    await society.owner.query("commit");
    for (const request of [rejected, withdrawn, lapsed]) {
      expect((await decide("AUDITOR", request)).body).toMatchObject({ reason: "approval-state" });
    }
    expect(await stateOf("END3")).toBe(true);
  });

  it("waits once for each subject, and can be requested again after it lapsed", async () => {
    const { id } = await requestFor("AGAIN1");
    const again = () => send("ADMIN2", "DELETE", "/api/v1/staff/AGAIN1/suspension");
    expect((await again()).body).toMatchObject({ reason: "approval-waits" });
    await society.owner.query("alter table approval disable trigger approval_life");
    await society.owner.query(
      "update approval set expires_at = '2026-04-01T00:00:00Z' where id = $1",
      [id],
    );
    await society.owner.query("alter table approval enable trigger approval_life");
    expect((await again()).status).toBe(200);
  });
});

describe("the database holds two people to be two people", () => {
  const insert = (requestedBy: string, about: string, decidedBy: string) =>
    society.owner.query(
      `insert into approval (kind, subject, about, payload, requested_by, requested_person,
          expires_at, state, decided_by, decided_at)
        values ('probe', 'probe', $2, '{}', $1, '', now() + interval '1 day', 'approved', $3,
          now())`,
      [requestedBy, about, decidedBy],
    );

  it("compares persons: a member of staff who is a member is one person", async () => {
    await enrolWithLogin(society, "MS7");
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = 'MS7')
        where staff_no = 'CLERK'`,
    );
    await expect(insert("member:MS7", "", "staff:CLERK")).rejects.toThrow("approval_two_people");
    await expect(insert("staff:ADMIN", "member:MS7", "staff:CLERK")).rejects.toThrow(
      "approval_not_about_oneself",
    );
    await insert("staff:ADMIN", "member:MS7", "staff:ADMIN2");
  });

  it("keeps a request and its decision as they were", async () => {
    const { id } = await requestFor("KEEP1");
    const change = (what: string) =>
      society.owner.query(`update approval set ${what} where id = $1`, [id]);
    await expect(change(`payload = '{"staffNo": "OTHER"}'`)).rejects.toThrow("final");
    await expect(change("requested_by = 'staff:ADMIN2'")).rejects.toThrow("final");
    await send("AUDITOR", "POST", `/api/v1/approvals/${id}/rejection`, { reason: "No" });
    await expect(change("state = 'approved', decided_by = 'staff:TREASURER'")).rejects.toThrow(
      "final",
    );
  });
});
