import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { type Reply, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const { upload, count } = checkOffOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1");
  await employ(society, "ADMIN", "administrator");
  tokens["admin"] = await signIn(society, "ADMIN");
});

let clerk = "";
let hired = 0;

beforeEach(async () => {
  hired += 1;
  clerk = `CLERK${hired}`;
  await employ(society, clerk, "clerk");
  tokens["clerk"] = await signIn(society, clerk);
});

/** Blocks a call at a table until something else is done, then lets it finish. */
async function heldUpAt(
  table: string,
  call: () => Promise<Reply>,
  meanwhile: () => Promise<unknown>,
  mode = "exclusive",
): Promise<Reply> {
  await society.owner.query(`begin; lock table ${table} in ${mode} mode`);
  try {
    const answer = call();
    const waiting = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ~ '${table}'`;
    const waits = async () => {
      await society.owner.query("select pg_stat_clear_snapshot()");
      expect(await count(waiting)).toBe(1);
    };
    await vi.waitFor(waits, { timeout: 20_000, interval: 10 });
    await meanwhile();
    await society.owner.query("commit");
    return await answer;
  } finally {
    await society.owner.query("rollback");
  }
}

const send = (method: string, path: string, token: string, body?: unknown) =>
  society.send(method, path, { token, ...(body !== undefined && { body }) });

const signOut = (token: string) => send("DELETE", "/api/v1/session", token);

describe("a write whose sender, between its arrival and its commit,", () => {
  const uploadFile = () => upload("member_no,amount\nMS1,5\n", "5");

  it("was suspended is answered with 401, and writes nothing", async () => {
    const suspend = async () => {
      const path = `/api/v1/staff/${clerk}/suspension`;
      const reason = { reason: "Under investigation" };
      expect((await send("POST", path, tokens["admin"] ?? "", reason)).status).toBe(200);
    };
    const reply = await heldUpAt("check_off_batch", uploadFile, suspend);
    expect(reply.status, reply.text).toBe(401);
    expect(await count("select from check_off_batch")).toBe(0);
    expect(await count("select from audit_record where action like 'check-off%'")).toBe(0);
  });

  it("was given another role is answered with 403, and writes nothing", async () => {
    const demote = () =>
      society.owner.query("update staff set role = 'auditor' where staff_no = $1", [clerk]);
    const reply = await heldUpAt("check_off_batch", uploadFile, demote);
    expect(reply.status, reply.text).toBe(403);
    expect(await count("select from check_off_batch")).toBe(0);
  });

  it("signed out is answered with 401, and writes nothing", async () => {
    const token = tokens["clerk"] ?? "";
    const reply = await heldUpAt("check_off_batch", uploadFile, () => signOut(token));
    expect(reply.status, reply.text).toBe(401);
    expect(await count("select from check_off_batch")).toBe(0);
  });

  it("is a member who signed out is answered with 401, and writes nothing", async () => {
    const token = await signIn(society, "MS1");
    const suggest = () => send("POST", "/suggestions", token, { suggestion: "Open on Saturday" });
    const reply = await heldUpAt("member_case", suggest, () => signOut(token));
    expect(reply.status, reply.text).toBe(401);
    expect(await count("select from member_case")).toBe(0);
  });

  it("did none of this is written as usual", async () => {
    const read = () => send("GET", "/api/v1/session", tokens["clerk"] ?? "");
    const reply = await heldUpAt("check_off_batch", uploadFile, read);
    expect(reply.status, reply.text).toBe(201);
  });
});

describe("a call that ends its own session", () => {
  it("is not mistaken for one whose session was ended by others", async () => {
    expect((await signOut(tokens["clerk"] ?? "")).status).toBe(200);
  });
});

describe("a file whose reader signs out while it is streamed", () => {
  it("ends before the part that was read after the sign-out", async () => {
    const token = tokens["admin"] ?? "";
    const exported = () => send("GET", "/api/v1/exports/loans", token);
    const out = () => signOut(token);
    const reading = heldUpAt("loan", exported, out, "access exclusive");
    await expect(reading).rejects.toThrow("terminated");
  });
});
