import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, ask, signInBody } from "./load.ts";
import { embeddedConnection, PATIENT_MS, until, usePremises } from "./running-server.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const premises = usePremises();

/**
 * A separate disk for the data, which needs root on Linux. It is mounted in the server's namespace,
 * so that it disappears with the server and leaves nothing behind.
 */
const ownDisk = (folder: string): string[] => {
  const mount = `mount -t tmpfs -o size=160m,mode=711 akiba-fault "${folder}" && exec "$@"`;
  return ["unshare", "--mount", "--propagation", "private", "sh", "-c", mount, "sh"];
};

const mayMount =
  process.platform === "linux" &&
  spawnSync("unshare", ["--mount", "sh", "-c", "mount -t tmpfs akiba-fault /mnt"]).status === 0;

let folder = "";

beforeAll(() => {
  folder = join(premises.folder, "disk");
  mkdirSync(folder, { mode: 0o711 });
});

describe.skipIf(!mayMount)("a full disk under the database (needs root to mount one)", () => {
  it("allows reads, answers writes with 503, and writes again once there is space", async () => {
    const server = await premises.start({ DATA_DIR: folder }, ownDisk(folder));
    const inside = join(`/proc/${server.process.pid}/root`, folder);
    const society = new Society(embeddedConnection(inside));
    await society.settle({ members: 2, newcomers: 600 });
    // PostgreSQL stops altogether when it cannot have its next log segment; it has this one.
    await society.rows("select pg_switch_wal()");
    await society.rows("checkpoint");
    const signedIn = await signIn(server.url);
    const { token } = JSON.parse(signedIn?.text ?? "") as { token: string };

    const filler = join(inside, "filler");
    fill(filler);
    const { refused, kept } = await writeUntilRejected(server.url, society);
    expect(refused.status, refused.text).toBe(503);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    const letGo = await leaveNoRoomToBeSeen(society);
    for (const path of ["/api/v1/member/MS1", "/api/v1/savings/sumTotal/MS1", "/api/v1/session"]) {
      const read = await ask(server.url, "GET", path, { token });
      expect(read?.status, `${path}: ${read?.text}`).toBe(200);
    }
    const ready = () => ask(server.url, "GET", "/health/ready");
    await until("the readiness check says why", async () => {
      const answer = await ready();
      return answer?.status === 503 && answer.text.includes('"disk-full"');
    });

    await letGo();
    rmSync(filler);
    await until("a write is taken again", async () => (await signIn(server.url))?.status === 200);
    await until("it is ready again", async () => (await ready())?.status === 200);
    expect(server.lives, server.said).toBe(true);
    const codes = await society.rows("select member_no from otp");
    expect(codes).toHaveLength(kept.length);
    await society.isInOrder();
    expect(await server.end("SIGTERM")).toBe(0);
  });
});

const signIn = (url: string) =>
  ask(url, "POST", "/api/v1/auth/authenticate", { body: signInBody("MS1"), from: "MS1" });

/** Fills the disk, to the last byte. */
function fill(path: string): void {
  const file = openSync(path, "w");
  for (let size = 1 << 20; size >= 1; size = size === 1 ? 0 : size >> 4) {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

/**
 * A read records now and then that its session was seen, which is a write. While an old snapshot is
 * open the rows it replaces are kept, until there is no space for another and none for that record.
 */
async function leaveNoRoomToBeSeen(society: Society): Promise<() => Promise<void>> {
  const letGo = await society.hold(
    "set transaction isolation level repeatable read; select from session",
  );
  const unseen = "update session set last_seen_at = now() - interval '1 minute'";
  let failure = "";
  for (let times = 0; times < 2000 && failure === ""; times += 1) {
    failure = await society.rows(unseen).then(() => "", String);
  }
  expect(failure).toMatch(/No space left/);
  return letGo;
}

/** Rows still fit into existing pages; sooner or later one does not. */
async function writeUntilRejected(
  url: string,
  society: Society,
): Promise<{ refused: Answer; kept: string[] }> {
  const kept: string[] = [];
  for (let n = 1; n <= 600; n += 1) {
    const memberNo = `NEW${n}`;
    const path = "/api/v1/auth/registerOtp";
    const answer = await ask(url, "POST", path, { body: { memberNo }, from: memberNo });
    if (answer?.status !== 200) {
      if (answer === null) throw new Error("the server did not answer");
      return { refused: answer, kept };
    }
    kept.push(memberNo);
  }
  throw new Error(`600 writes went on; ${(await society.rows("select from otp")).length} codes`);
}
