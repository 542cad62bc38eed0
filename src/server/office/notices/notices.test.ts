import { beforeAll, expect, it } from "vitest";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, type Reply, useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "administrator", "auditor"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

interface Notice {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly state: string;
}
const statuses = (replies: readonly Reply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
const asNotice = (reply: Reply) => reply.body as Notice;
const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

function written(title: string, others: object = {}) {
  return {
    title: { en: title, sw: `${title} kwa Kiswahili` },
    text: { en: `About ${title}, call {phone}.`, sw: `Kuhusu ${title}, piga {phone}.` },
    from: "",
    until: "",
    ...others,
  };
}

async function add(title: string, others: object = {}): Promise<Notice> {
  const reply = await send("clerk", "POST", "/api/v1/notices", written(title, others));
  expect(reply.status, reply.text).toBe(201);
  return asNotice(reply);
}

const published = async () => {
  const reply = await society.send("GET", "/api/v1/notices");
  return reply.body as { number: number; title: { en: string }; text: { en: string } }[];
};
const titles = async () => (await published()).map(({ title }) => title.en);
const desk = async () => (await send("auditor", "GET", "/api/v1/notice-desk")).body as Notice[];

steps("notices kept by the office", () => {
  it("are shown to members from first day to last day, with the society's phone", async () => {
    await add("Open");
    await add("Later", { from: "2026-04-20" });
    await add("Short", { from: "2026-04-14", until: "2026-04-15" });
    expect(await titles()).toEqual(["Open", "Short"]);
    expect((await published())[0]?.text.en).toBe("About Open, call 0709 000 210.");
    expect((await desk()).map(({ state }) => state)).toEqual(["published", "to-come", "published"]);
    society.clock.set("2026-04-20T06:00:00Z");
    expect(await titles()).toEqual(["Open", "Later"]);
    society.clock.set(TEST_CLOCK_STARTS);
  });

  it("report which field is wrong, and lose no input", async () => {
    const wrong = written("Wrong", { from: "2026-05-02", until: "2026-05-01" });
    const order = await send("clerk", "POST", "/api/v1/notices", wrong);
    expect(order.body).toMatchObject({ code: 422, errors: [{ field: "until" }] });
    const empty = written("x", { title: { en: "x", sw: " " } });
    const blank = await send("clerk", "POST", "/api/v1/notices", empty);
    expect(blank.body).toMatchObject({ errors: [{ field: "title.sw" }] });
    expect((await send("auditor", "POST", "/api/v1/notices", written("No"))).status).toBe(403);
  });

  it("are changed by one editor at a time, and every version is kept", async () => {
    const { id, version } = await add("Contested");
    const path = `/api/v1/notices/${id}`;
    const replies = await Promise.all(
      ["clerk", "administrator", "clerk"].map((who, index) =>
        send(who, "PUT", path, { version, ...written(`Edited ${index}`) }),
      ),
    );
    expect(statuses(replies)).toEqual([200, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ reason: "notice-changed" });
    const versions = await send("auditor", "GET", `${path}/versions`);
    expect(versions.body).toMatchObject([
      { version: 2, withdrawn: false },
      { version: 1, title: { en: "Contested" }, changedBy: "Staff CLERK" },
    ]);
    const kept = society.owner.query("update notice_version set title_en = 'x'");
    await expect(kept).rejects.toThrow(/append-only/);
    const trail = await society.owner.query(
      "select action from audit_record where subject = $1 order by seq",
      [`notice:${id}`],
    );
    expect(trail.rows).toEqual([{ action: "notice-added" }, { action: "notice-edited" }]);
  });

  it("are reordered only by staff who saw the current order", async () => {
    const placed = (await desk()).filter(({ number }) => number > 0).map(({ id }) => id);
    const order = placed.toReversed();
    const put = (seen: string[], to: string[]) =>
      send("clerk", "PUT", "/api/v1/notice-order", { seen, order: to });
    expect((await put(placed, order.slice(1))).status).toBe(422);
    const replies = await Promise.all([put(placed, order), put(placed, order)]);
    expect(statuses(replies)).toEqual([200, 409]);
    const now = await desk();
    expect(now.map(({ id }) => id)).toEqual(order);
    expect(now.map(({ number }) => number)).toEqual(order.map((_, index) => index + 1));
  });

  it("are withdrawn once, and the others move up", async () => {
    const [first, second] = await desk();
    const path = `/api/v1/notices/${first?.id}/withdrawal`;
    const { version } = first as Notice;
    expect((await send("clerk", "POST", path, { version: version + 1 })).status).toBe(409);
    const withdrawn = await send("administrator", "POST", path, { version });
    expect(withdrawn.body).toMatchObject({ state: "withdrawn", number: 0 });
    expect((await send("clerk", "POST", path, { version })).status).toBe(409);
    expect((await desk())[0]).toMatchObject({ id: second?.id, number: 1 });
    expect((await published()).map(({ number }) => number)[0]).toBe(1);
    const edit = { version: version + 1, ...written("Back") };
    expect((await send("clerk", "PUT", `/api/v1/notices/${first?.id}`, edit)).status).toBe(409);
    expect((await send("clerk", "PUT", "/api/v1/notices/999", edit)).status).toBe(404);
  });
});
