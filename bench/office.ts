import { readFileSync } from "node:fs";
import pg from "pg";

/** Makes a call that must succeed, prints its time, and returns its answer. */
export async function timed(what: string, ask: () => Promise<Response>): Promise<Response> {
  const began = performance.now();
  const reply = await ask();
  if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
  console.log(`  ${what} ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return reply;
}

/**
 * Signs a person of the office in, and returns a function that makes their calls below an address.
 */
export async function signIn(url: string, memberNo: string, below: string) {
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ memberNo, password: "Demo-2026-mfanyakazi" });
  const answer = await fetch(`${url}/api/v1/auth/authenticate`, {
    method: "POST",
    headers: json,
    body,
  });
  const { token } = (await answer.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  return (method: string, path: string, sent?: unknown) =>
    fetch(`${url}/api/v1/${below}${path}`, {
      method,
      headers: {
        authorization,
        ...(sent !== undefined &&
          (typeof sent === "string" ? { "content-type": "text/csv" } : json)),
      },
      ...(sent !== undefined && { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
    });
}

/** The kernel records the largest size, so that nothing between two samples is missed. */
export function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Runs statements as the owner of the database, to plant data faster than calls could. */
export async function plant(
  connection: pg.ClientConfig,
  planting: readonly string[],
): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  try {
    for (const sql of planting) await owner.query(sql);
  } finally {
    await owner.end();
  }
}

/** The statements that plant members with deposits: B000001 and so on. */
export function plantMembers(many: number): string[] {
  return [
    `insert into member (member_no, full_name, mobile_number, email, joined_on)
    select 'B' || lpad(n::text, 6, '0'), 'Member ' || n, '+254712' || lpad(n::text, 6, '0'),
      'm' || n || '@example.com', '2020-01-01' from generate_series(1, ${many}) n`,
    `insert into ledger_account (code, member_id, normal_side, floor_cents)
    select 'member-deposits', id, -1, 0 from member where member_no ~ '^B[0-9]{6}$'`,
  ];
}
