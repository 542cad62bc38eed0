import { everyPath, statementPaths } from "#shared/statement-addresses.ts";
import { describe, expect, it } from "vitest";
import { aliases, atAddress, loginAddress, paths, returnAddress } from "./paths.ts";

describe("the page after Login", () => {
  it("is the page of the member zone from which the member came", () => {
    for (const from of [paths.notes, `${statementPaths.shareStatement}?from=2026-01-01#end`]) {
      const next = new URL(loginAddress(from), "https://portal.example").searchParams.get("next");
      expect(returnAddress(next)).toBe(from);
    }
  });

  it("is the profile by default", () => {
    expect(loginAddress(paths.app)).toBe(paths.login);
    for (const next of [null, "", "/", paths.login, paths.appLogin, "/application"]) {
      expect(returnAddress(next)).toBe(paths.app);
    }
  });

  it("is never another site, however it is written", () => {
    const traps = [
      "https://example.com/app",
      "//example.com/app",
      "/\\example.com/app",
      "/app/../../example.com",
      "/app//example.com",
      "javascript:alert(1)",
      "/app\n//example.com",
      " /app",
    ];
    for (const trap of traps) expect(returnAddress(trap), trap).toBe(paths.app);
  });
});

describe("an address", () => {
  it("is found regardless of case and of a slash at the end", () => {
    const pages = { [paths.landing]: "landing", [paths.login]: "login" };
    expect(atAddress(pages, "/login")).toBe("login");
    expect(atAddress(pages, "/LOGIN/")).toBe("login");
    expect(atAddress(pages, "/")).toBe("landing");
    expect(atAddress(pages, "/Logins")).toBeUndefined();
  });

  it("that is only another spelling leads to the specification's spelling", () => {
    for (const [from, to] of Object.entries(aliases)) {
      expect(everyPath).toContain(to);
      expect(everyPath).not.toContain(from);
    }
  });
});
