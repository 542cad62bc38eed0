import { afterEach, expect, it, vi } from "vitest";
import { forgetOffline, OFFLINE_STORE } from "./offline-reading.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("removes kept figures even if the record of them is missing", () => {
  const deleteDatabase = vi.fn<(name: string) => void>();
  vi.stubGlobal("indexedDB", { deleteDatabase });
  forgetOffline();
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith(OFFLINE_STORE);
});

it("forgets without an error where the browser forbids storage", () => {
  const deleteDatabase = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("indexedDB", { deleteDatabase });
  expect(forgetOffline).not.toThrow();
});
