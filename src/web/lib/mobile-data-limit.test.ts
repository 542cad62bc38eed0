import { afterEach, describe, expect, it, vi } from "vitest";
import { MOBILE_BYTES, startLoadingAhead } from "./mobile-data-limit.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Sets the connection and the bytes that have arrived; returns what lets more arrive. */
function connect(connection: object | undefined): (bytes: number) => void {
  const sizes = [1000];
  vi.stubGlobal("navigator", connection ? { connection } : {});
  vi.stubGlobal("performance", {
    getEntriesByType: () => sizes.map((transferSize) => ({ transferSize })),
  });
  return (bytes) => void sizes.push(bytes);
}

describe("loading ahead", () => {
  it.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
    "never begins over %o",
    (connection) => {
      connect(connection);
      expect(startLoadingAhead()()).toBe(false);
    },
  );

  it("ends over a mobile network after its amount, not counting what came before", () => {
    const arrive = connect({ type: "cellular", effectiveType: "4g" });
    arrive(500_000);
    const mayLoad = startLoadingAhead();
    expect(mayLoad()).toBe(true);
    arrive(MOBILE_BYTES - 1);
    expect(mayLoad()).toBe(true);
    arrive(1);
    expect(mayLoad()).toBe(false);
  });

  it.each([{ type: "wifi", effectiveType: "4g" }, undefined])("has no limit over %o", (given) => {
    const arrive = connect(given);
    const mayLoad = startLoadingAhead();
    arrive(5_000_000);
    expect(mayLoad()).toBe(true);
  });

  it("ends when the connection begins to save data", () => {
    const connection = { saveData: false };
    connect(connection);
    const mayLoad = startLoadingAhead();
    expect(mayLoad()).toBe(true);
    connection.saveData = true;
    expect(mayLoad()).toBe(false);
  });
});
