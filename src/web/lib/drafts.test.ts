import { beforeAll, describe, expect, it, vi } from "vitest";

// Stubs of the browser APIs that a session needs and this runner lacks.
const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

type Heard = (event: { key?: string; newValue?: string | null; persisted?: boolean }) => void;
const listeners = new Map<string, Heard>();
vi.stubGlobal("window", {
  addEventListener: (name: string, heard: Heard) => void listeners.set(name, heard),
});

let drafts: typeof import("./drafts.ts");
let sessions: typeof import("./session.ts");

beforeAll(async () => {
  drafts = await import("./drafts.ts");
  sessions = await import("./session.ts");
});

describe("drafts", () => {
  const begin = (memberNo: string): void =>
    sessions.beginSession({ token: `token of ${memberNo}`, memberNo });

  it("are found again after the session expired", () => {
    begin("MS1001");
    drafts.keepDraft("instant-loan", { amount: "5,001" });
    sessions.endSession("expired");
    expect(stored.size).toBe(0);
    begin("MS1001");
    expect(drafts.findDraft("instant-loan")).toEqual({ amount: "5,001" });
  });

  it("are never shown to another member", () => {
    begin("MS1002");
    expect(drafts.findDraft("instant-loan")).toEqual({});
  });

  it("are forgotten when the member logs out", () => {
    begin("MS1001");
    sessions.endSession("signed-out");
    begin("MS1001");
    expect(drafts.findDraft("instant-loan")).toEqual({});
  });

  it.each([
    ["expired", { amount: "7" }],
    ["signed-out", {}],
  ])("keeps or forgets them alike when another tab's session has %s", (ending, left) => {
    sessions.followStorage();
    begin("MS1001");
    drafts.keepDraft("instant-loan", { amount: "7" });
    stored.clear();
    for (const [key, newValue] of [
      ["ending", ending],
      ["ending", null],
      ["access", null],
    ]) {
      listeners.get("storage")?.({ key: key as string, newValue: newValue as string | null });
    }
    expect(sessions.currentSession()).toBeNull();
    begin("MS1001");
    expect(drafts.findDraft("instant-loan")).toEqual(left);
  });
});

describe("a draft that was opened from something kept", () => {
  const source = { id: "kept", end: vi.fn<() => Promise<void>>(async () => undefined) };

  it("ends that once its form is sent or given up, and not before", () => {
    drafts.openDraft("question", { text: "When?" }, source);
    drafts.keepDraft("question", { text: "When, please?" });
    expect(drafts.isOpenedFrom("question", "kept")).toBe(true);
    expect(source.end).not.toHaveBeenCalled();
    drafts.dropDraft("question");
    expect(source.end).toHaveBeenCalledOnce();
    expect(drafts.isOpenedFrom("question", "kept")).toBe(false);
    drafts.dropDraft("question");
    expect(source.end).toHaveBeenCalledOnce();
  });

  it("differs from another only by what is typed", () => {
    drafts.keepDraft("question", { text: "", kind: "question" });
    expect(drafts.differsFrom("question", { kind: "question" })).toBe(false);
    expect(drafts.differsFrom("question", { kind: "complaint" })).toBe(true);
    drafts.dropDraft("question");
    expect(drafts.differsFrom("question", { kind: "complaint" })).toBe(false);
  });
});

describe("a page from the back/forward cache", () => {
  it("does not know whether a session that is gone was logged out or ran out", () => {
    const known: boolean[] = [];
    sessions.whenLeaving((isKnown) => known.push(isKnown));
    sessions.followStorage();
    sessions.beginSession({ token: "token", memberNo: "MS1001" });
    stored.clear();
    listeners.get("pageshow")?.({ persisted: true });
    expect(sessions.currentSession()).toBeNull();
    sessions.beginSession({ token: "token", memberNo: "MS1001" });
    sessions.endSession("signed-out");
    expect(known).toEqual([false, true]);
  });

  it("shows PIN-protected figures only as long as they are still kept here", () => {
    sessions.followStorage();
    stored.clear();
    stored.set("offline", "on");
    sessions.beginReading("MS1001");
    listeners.get("pageshow")?.({ persisted: true });
    expect(sessions.currentSession()?.memberNo).toBe("MS1001");
    stored.clear();
    listeners.get("pageshow")?.({ persisted: true });
    expect(sessions.currentSession()).toBeNull();
  });
});
