import { beforeAll, describe, expect, it } from "vitest";
import { holdsAnchor } from "#server/oversight/audit/verify.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { readBurst: 5000, documentBurst: 500 } });
const tokens = { auditor: "", clerk: "" };

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST6", "auditor");
  await employ(society, "ST1", "clerk");
  tokens.auditor = await signIn(society, "ST6");
  tokens.clerk = await signIn(society, "ST1");
  await enrol(society, "MS1");
  for (let n = 1; n <= 130; n += 1) {
    await society.database.unitOfWork(n % 2 === 0 ? "staff:ST8" : "staff:ST9", async (work) => {
      const detail = { n, note: n === 77 ? "=Ndizi" : "step" };
      work.audit({
        action: n % 5 === 0 ? "holiday-removed" : "holiday-added",
        subject: `step:${n}`,
        detail,
      });
    });
  }
});

interface Page {
  readonly rows: readonly { seq: string; actor: string; action: string; subject: string }[];
  readonly next: string;
  readonly lookedTo: string;
}

async function search(query: string): Promise<Page> {
  const reply = await society.send("GET", `/api/v1/audit?${query}`, { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Page;
}

async function everything(query: string, between = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let before = ""; ;) {
    const page = await search(`${query}${before && `&before=${before}`}`);
    seen.push(...page.rows.map(({ seq }) => seq));
    if (page.next === "") return seen;
    before = page.next;
    await between();
  }
}

async function bySql(where: string): Promise<string[]> {
  const found = await society.owner.query<{ seq: string }>(
    `select seq from audit_record where ${where} order by at desc, seq desc`,
  );
  return found.rows.map(({ seq }) => seq);
}

describe("the search of the audit log", () => {
  it.each([
    ["actor=staff:ST8", "actor = 'staff:ST8'"],
    ["action=holiday-removed", "action = 'holiday-removed'"],
    ["subject=step:77", "subject = 'step:77'"],
    ["kind=without-accesses", "action <> 'looked'"],
    ["kind=without-accesses&actor=staff:ST6", "action <> 'looked' and actor = 'staff:ST6'"],
    ["kind=without-accesses&subject=step:77", "subject = 'step:77'"],
    ["kind=without-accesses&action=looked", "false"],
    ["kind=changes&actor=staff:ST8", "actor = 'staff:ST8'"],
    ["kind=changes&actor=staff:ST6", "false"],
    ["kind=changes&text=step", "subject like 'step:%'"],
    [
      "actor=staff:ST8&action=holiday-removed",
      "actor = 'staff:ST8' and action = 'holiday-removed'",
    ],
    ["text=ndizi&action=holiday-added", "subject = 'step:77'"],
    ["from=2026-04-14&to=2026-04-14&action=holiday-added", "action = 'holiday-added'"],
    ["from=2026-04-15&action=holiday-added", "false"],
    ["to=2026-04-13&action=holiday-added", "false"],
  ])("%s returns exactly the matching records, the newest first", async (query, where) => {
    expect(await everything(query)).toEqual(await bySql(where));
  });

  it("is paged without gaps or repeats while others write", async () => {
    const before = await bySql("actor like 'staff:ST_' and subject like 'step:%'");
    const seen = await everything("text=step:", async () => {
      await society.database.unitOfWork("staff:ST8", async (work) => {
        work.audit({ action: "holiday-added", subject: "step:late" });
      });
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((seq) => before.includes(seq))).toEqual(before);
  });

  it("is itself recorded with its filters, and needs the permission", async () => {
    await search("actor=staff:ST9");
    const looks = await society.owner.query<{ detail: object }>(
      `select detail from audit_record where subject = 'audit.search' order by seq desc limit 1`,
    );
    expect(looks.rows[0]?.detail).toMatchObject({ actor: "staff:ST9", call: "audit.search" });
    for (const path of ["", ".csv", "/head", "/chain"]) {
      const reply = await society.send("GET", `/api/v1/audit${path}`, { token: tokens.clerk });
      expect(reply.status).toBe(403);
    }
  });

  it("for changes leaves out accesses, problems and sign-ins, in the file too", async () => {
    const refused = await society.send("GET", "/api/v1/audit", { token: tokens.clerk });
    expect(refused.status).toBe(403);
    const seen = await everything("kind=changes");
    const notChanges = "'looked', 'refused', 'signed-in', 'password-accepted'";
    expect(seen).toEqual(await bySql(`action not in (${notChanges})`));
    expect(await everything("kind=without-accesses")).not.toEqual(seen);
    const path = "/api/v1/audit.csv?kind=changes";
    const { text } = await society.send("GET", path, { token: tokens.auditor });
    const rows = text.trim().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",")[0])).toEqual(seen);
  });

  it("returns everything as CSV, with cells that look like formulas made harmless", async () => {
    const path = "/api/v1/audit.csv?action=holiday-added";
    const { text, headers } = await society.send("GET", path, { token: tokens.auditor });
    expect(headers.get("content-disposition")).toBe('attachment; filename="audit-trail.csv"');
    const rows = text.trim().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",")[0])).toEqual(await bySql("action = 'holiday-added'"));
  });
});

interface Stretch {
  readonly brokenAt: string;
  readonly to: string;
  readonly length: string;
  readonly isEnd: boolean;
}

async function follow(after: string): Promise<Stretch> {
  const path = `/api/v1/audit/chain?after=${after}`;
  const reply = await society.send("GET", path, { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Stretch;
}

/** Changes the audit log as only its owner could, and restores it. */
async function tampered<T>(change: string, look: () => Promise<T>): Promise<T> {
  await society.owner.query("alter table audit_record disable trigger user");
  await society.owner.query("create table kept as select * from audit_record where seq = 40");
  try {
    await society.owner.query(change);
    return await look();
  } finally {
    await society.owner.query("delete from audit_record where seq = 40");
    await society.owner.query("insert into audit_record select * from kept; drop table kept");
    await society.owner.query("alter table audit_record enable trigger user");
  }
}

describe("the chain of the audit log", () => {
  it("is verified to its head, from the beginning or from where one stopped", async () => {
    expect(await follow("0")).toMatchObject({ brokenAt: "", isEnd: true });
    const { to, length } = await follow("50");
    expect(to).toBe(length);
  });

  it.each([
    ["a changed record", "update audit_record set detail = '{}' where seq = 40", "40"],
    ["a removed one", "delete from audit_record where seq = 40", "41"],
    [
      "one whose digest was made to fit",
      `update audit_record set subject = 'else', hash = audit_hash(previous_hash, seq, at, actor,
        action, 'else', detail) where seq = 40`,
      "41",
    ],
  ])("is reported as broken at %s", async (_, change, brokenAt) => {
    expect(await tampered(change, () => follow("0"))).toMatchObject({ brokenAt, isEnd: true });
    expect(await follow("0")).toMatchObject({ brokenAt: "" });
  });

  it("returns its head, against which the log is verified later", async () => {
    const reply = await society.send("GET", "/api/v1/audit/head", { token: tokens.auditor });
    const { seq, hash, society: name } = reply.body as Record<"seq" | "hash" | "society", string>;
    expect(name).toBe("Uzima Hospital Staff Sacco");
    expect(await holdsAnchor(society.database, BigInt(seq), hash)).toBe(true);
    expect(await holdsAnchor(society.database, BigInt(seq), "0".repeat(64))).toBe(false);
    expect(await holdsAnchor(society.database, 40n, hash)).toBe(false);
  });
});
