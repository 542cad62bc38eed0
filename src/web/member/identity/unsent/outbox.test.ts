import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as z from "zod/mini";
import { post } from "#shared/contract/cases/own.ts";
import { elect } from "#shared/contract/dividends/splits.ts";
import { live } from "#shared/contract/kernel/liveness.ts";
import { en } from "#shared/messages/en.ts";
import { unsentEn } from "#shared/messages/members/unsent-en.ts";
import { standingOf, STUCK_MS } from "./sending-rules.ts";

// The browser of a member who has logged in and chosen no PIN.
const stored = new Map([
  ["access", "token"],
  ["member", "MS1"],
]);
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem() {},
  removeItem() {},
});
vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
vi.stubGlobal("document", { documentElement: {}, querySelector: () => null });
vi.stubGlobal("window", { addEventListener() {} });

/** Answers a call as the server does; each test begins with a line that loses all answers. */
let answerTo: (path: string, init: RequestInit) => Promise<Response>;
const sent: string[] = [];
vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
  if (init.method !== "GET") sent.push(init.body as string);
  return answerTo(path, init);
});
const lost = () => Promise.reject(new TypeError("the answer was lost"));
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const { keepUnsent, sendUnsent } = await import("./outbox.ts");
const { remove } = await import("./sealed.ts");
const { call } = await import("#web/lib/api.ts");
const { unsent } = await import("#web/lib/unsent.ts");
const { unsentKinds } = await import("#web/member/unsent-kinds.ts");
const { loadMemberTexts } = await import("#web/lib/member-texts.ts");
await loadMemberTexts("en");
const page = { cache: new QueryClient(), words: en, own: unsentEn, kinds: unsentKinds };

beforeEach(() => {
  vi.useFakeTimers();
  answerTo = lost;
});
afterEach(() => {
  unsent.set([]);
  sent.length = 0;
  vi.useRealTimers();
});

const first = () => unsent.get()[0]!;
const done = { what: "Question", address: "/app/Questions", drafts: {} };
const asked = (suggestion: string) =>
  ({ body: { kind: "question", anonymous: false, suggestion } }) as const;

const posted: z.input<typeof post.answer> = {
  caseNo: "C1",
  kind: "question",
  anonymous: false,
  state: "open",
  suggestion: "",
  postedOn: "2026-11-28",
  due: "",
  late: false,
  clock: [],
  outcome: "",
  reopened: false,
  thread: [],
};

/** Keeps the split of a dividend, of which the member saw the amount. */
async function keepSplit(): Promise<void> {
  const params = { memberNo: "MS1", year: "2025" };
  const saw = [{ term: "To split", value: "500.00" }];
  await keepUnsent("split", elect, { params, body: { split: [] } as never }, { ...done, saw });
}

it("sends nothing that is discarded while its figures are requested", async () => {
  await keepSplit();
  let answer: (figures: Response) => void = () => undefined;
  answerTo = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const sending = sendUnsent(page);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await remove(first())).toBe(false);
  answerTo = lost;
  answer(json({ more: [], onHold: [] }));
  await vi.advanceTimersByTimeAsync(1000);
  await sending;
  expect(sent).toEqual([]);
  expect(unsent.get()).toEqual([]);
});

it("says that the server may have an item discarded while it is sent", async () => {
  await keepUnsent("case", post, asked("Under way?"), done);
  const before = first();
  let lose: () => void = () => undefined;
  answerTo = () =>
    new Promise((_, reject) => {
      lose = () => reject(new TypeError("the answer was lost"));
    });
  const sending = sendUnsent(page);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
  // As it was when the button was drawn.
  expect(await remove(before)).toBe(true);
  lose();
  await vi.advanceTimersByTimeAsync(1000);
  await sending;
  expect(unsent.get()).toEqual([]);
});

it("keeps an item with a lost answer as one that the server may have", async () => {
  const started = Date.now();
  const online = expect(call(post, asked("Lost?"))).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(1000);
  await online;
  await keepUnsent("case", post, asked("Lost?"), done);
  expect(first().triedAt).toBe(started);
  expect(await remove(first())).toBe(true);
  await keepUnsent("case", post, asked("Never sent?"), done);
  await keepUnsent("case", post, asked("Never sent?"), done);
  expect(first().triedAt).toBeNull();
});

it("goes on with the others after three lost answers, and tries that one again later", async () => {
  for (const text of ["Stuck?", "Second?", "Third?"]) {
    await keepUnsent("case", post, asked(text), done);
  }
  let isStuck = true;
  answerTo = async (path) => {
    if (path === live.path) return json({});
    return isStuck && sent.at(-1)?.includes("Stuck?") ? lost() : json(posted, 201);
  };
  const sending = sendUnsent(page);
  await vi.advanceTimersByTimeAsync(10_000);
  await sending;
  const order = sent.map((body) => (JSON.parse(body) as { suggestion: string }).suggestion);
  expect(order).toEqual(["Stuck?", "Stuck?", "Stuck?", "Second?", "Third?"]);
  expect(unsent.get().map(standingOf)).toEqual(["stuck"]);
  // The list starts the queue again whenever it is drawn.
  await sendUnsent(page);
  expect(sent).toHaveLength(5);
  isStuck = false;
  await vi.advanceTimersByTimeAsync(STUCK_MS + 5000);
  expect(sent).toHaveLength(6);
  expect(unsent.get()).toEqual([]);
});

it("passes over nothing while the server cannot be reached at all", async () => {
  await keepUnsent("case", post, asked("First?"), done);
  await keepUnsent("case", post, asked("Second?"), done);
  const sending = sendUnsent(page);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(unsent.get().map(standingOf)).toEqual(["waiting", "waiting"]);
  expect(new Set(sent).size).toBe(1);
  unsent.set([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await sending;
});

it("says each reason of a rejection once", async () => {
  await keepUnsent("case", post, asked("Twice?"), done);
  const message = "That is too long.";
  const errors = [{ field: "suggestion", message }];
  answerTo = async () => json({ message, errors }, 422);
  const sending = sendUnsent(page);
  await vi.advanceTimersByTimeAsync(1000);
  await sending;
  expect(first().problem).toBe(message);
});
