import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enrolWithLogin, foundSociety, PASSWORD } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { signInTriesPerNumberBurst: 1000 } });

const phone = "Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0.0.0 Mobile Safari/537.36";
const desk = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";

interface Device {
  readonly token: string;
  readonly cookie: string;
  /** All that the browser has. */
  readonly cookies: string;
}

/** Signs in from a browser; its earlier device cookie makes it the same device again. */
async function signInAt(memberNo: string, agent: string, cookie = ""): Promise<Device> {
  const headers = { "sec-fetch-site": "same-origin", "user-agent": agent, cookie };
  const body = { memberNo, password: PASSWORD };
  const reply = await society.send("POST", "/api/v1/auth/authenticate", { body, headers });
  expect(reply.status, reply.text).toBe(200);
  const set = reply.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const device = set.find((one) => one.startsWith("akiba-device=")) ?? "";
  const { token } = reply.body as { token: string };
  return { token, cookie: device, cookies: set.join("; ") };
}

interface Listed {
  readonly rows: { id: string; device: string; isThis: boolean }[];
  readonly newDevices: { device: string; at: string }[];
}

const listOf = async ({ token }: Device): Promise<Listed> => {
  const reply = await society.send("GET", "/api/v1/sessions", { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Listed;
};
const remove = (path: string, { token }: Device) => society.send("DELETE", path, { token });
const isOpen = async ({ token }: Device) =>
  (await society.send("GET", "/api/v1/session", { token })).status === 200;

let next = 0;
let member = "";

beforeAll(() => foundSociety(society));

beforeEach(async () => {
  next += 1;
  member = `DV${next}`;
  await enrolWithLogin(society, member);
});

describe("the devices that are signed in", () => {
  it("are listed with what a member would recognise, this one marked", async () => {
    await signInAt(member, phone);
    const here = await signInAt(member, desk);
    const { rows } = await listOf(here);
    expect(rows.map(({ device, isThis }) => ({ device, isThis }))).toEqual([
      { device: "Firefox, Windows", isThis: true },
      { device: "Chrome, Android", isThis: false },
    ]);
  });

  it("can be ended one by one, and the current session continues", async () => {
    const there = await signInAt(member, phone);
    const here = await signInAt(member, desk);
    const { rows } = await listOf(here);
    for (const { id } of rows) await remove(`/api/v1/sessions/${id}`, here);
    expect(await isOpen(there)).toBe(false);
    expect(await isOpen(here)).toBe(true);
  });

  it("are notified if somebody ended them, not if they logged out or expired", async () => {
    const [ended, left, idle] = [
      await signInAt(member, phone),
      await signInAt(member, phone),
      await signInAt(member, desk),
    ];
    const here = await signInAt(member, desk);
    const { rows } = await listOf(ended);
    const id = rows.find(({ isThis }) => isThis)?.id;
    await remove(`/api/v1/sessions/${id}`, here);
    await remove("/api/v1/session", left);
    society.clock.advance(3600);
    const reasonOf = async ({ token, cookies: cookie }: Device) =>
      (await society.send("GET", "/api/v1/session", { token, headers: { cookie } })).body;
    expect(await reasonOf(ended)).toMatchObject({ code: 401, reason: "session-revoked" });
    const thief = { ...ended, cookies: "" };
    expect(await reasonOf(thief)).toMatchObject({ code: 401, reason: "session-ended" });
    expect(await reasonOf(left)).toMatchObject({ code: 401, reason: "session-ended" });
    expect(await reasonOf(idle)).toMatchObject({ code: 401, reason: "session-ended" });
  });

  it("are notified if somebody ended them after they expired or were replaced", async () => {
    const replaced = await signInAt(member, phone);
    for (let more = 0; more < 5; more += 1) await signInAt(member, desk);
    const idle = await signInAt(member, phone);
    society.clock.advance(3600);
    const here = await signInAt(member, desk);
    await remove("/api/v1/sessions", here);
    for (const { token, cookies: cookie } of [replaced, idle]) {
      const asked = await society.send("DELETE", "/api/v1/session", { token, headers: { cookie } });
      expect(asked.body).toMatchObject({ code: 401, reason: "session-revoked" });
    }
  });

  it("can all be ended at once, except this one", async () => {
    const others = [await signInAt(member, phone), await signInAt(member, desk)];
    const here = await signInAt(member, desk);
    const reply = await remove("/api/v1/sessions", here);
    expect(reply.body).toEqual({ ended: 2 });
    for (const other of others) expect(await isOpen(other)).toBe(false);
    expect(await isOpen(here)).toBe(true);
  });

  it("can be ended only by their owner", async () => {
    const there = await signInAt(member, phone);
    const id = (await listOf(there)).rows[0]?.id ?? "";
    await enrolWithLogin(society, `${member}X`);
    const stranger = await signInAt(`${member}X`, desk);
    const reply = await remove(`/api/v1/sessions/${id}`, stranger);
    expect(reply.body).toEqual({ ended: 0 });
    expect(await isOpen(there)).toBe(true);
  });
});

describe("a sign-in from a new device", () => {
  it("is shown on the other devices, not on the new one", async () => {
    const here = await signInAt(member, desk);
    expect((await listOf(here)).newDevices).toEqual([]);
    const there = await signInAt(member, phone);
    expect((await listOf(here)).newDevices).toMatchObject([{ device: "Chrome, Android" }]);
    expect((await listOf(there)).newDevices).toEqual([]);
  });

  it("does not hide the one before it", async () => {
    const here = await signInAt(member, desk);
    await signInAt(member, phone);
    await signInAt(member, desk);
    expect((await listOf(here)).newDevices).toMatchObject([
      { device: "Firefox, Windows" },
      { device: "Chrome, Android" },
    ]);
  });

  it("stays listed after that device has logged out", async () => {
    const here = await signInAt(member, desk);
    await remove("/api/v1/session", await signInAt(member, phone));
    expect((await listOf(here)).newDevices).toHaveLength(1);
  });

  it("is shown although the earlier sessions were deleted long ago", async () => {
    await signInAt(member, desk);
    await society.owner.query(
      "delete from session s using login l where l.id = s.login_id and l.login_no = $1",
      [member],
    );
    await signInAt(member, phone);
    const here = await signInAt(member, desk);
    expect((await listOf(here)).newDevices).toMatchObject([{ device: "Chrome, Android" }]);
  });

  it("is not shown when a device signs in again", async () => {
    const first = await signInAt(member, desk);
    const again = await signInAt(member, desk, first.cookie);
    expect((await listOf(again)).newDevices).toEqual([]);
    expect((await listOf(first)).newDevices).toEqual([]);
  });

  it("is not shown for the first device of an account", async () => {
    const first = await signInAt(member, phone);
    const here = await signInAt(member, desk);
    expect((await listOf(here)).newDevices).toEqual([]);
    expect((await listOf(first)).newDevices).toMatchObject([{ device: "Firefox, Windows" }]);
  });
});
