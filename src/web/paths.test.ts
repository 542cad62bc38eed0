import { everyPath, statementPaths } from "#shared/statement-addresses.ts";
import { describe, expect, it } from "vitest";
import { parametersIn } from "./lib/search.ts";
import { aliases, atAddress, loginAddress, pastedAddress, paths, returnAddress } from "./paths.ts";

describe("the page after Login", () => {
  it("is the page of the member zone from which the member came", () => {
    for (const from of [paths.notes, `${statementPaths.shareStatement}?from=2026-01-01#end`]) {
      const { search } = new URL(loginAddress(from), "https://portal.example");
      expect(returnAddress(parametersIn<"next">(search).next)).toBe(from);
    }
  });

  it("is the profile by default", () => {
    expect(loginAddress(paths.app)).toBe(paths.login);
    for (const next of [undefined, "", "/", paths.login, paths.appLogin, "/application"]) {
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

describe("what is pasted into Verify", () => {
  const code = "7KQF-2M9D-XP4T";
  const key = "ABCD-EFGH-JKLM";

  it.each([
    code,
    `${code} · Page 1 of 2`,
    `${code} · Ukurasa wa 10 kati ya 12`,
    `https://sacco.example.co.ke/Verify/${code}?utm_source=wa`,
  ])("leads to the code alone: %s", (pasted) => {
    expect(pastedAddress(pasted)).toBe(`${paths.verify}/${code}`);
  });

  it.each([
    `${code}#${key}`,
    `${code} ${key}`,
    `Verification code\n${code}\nKey to the entries\n${key}`,
    `https://sacco.example.co.ke/Verify/${code}?utm_source=wa#${key}`,
  ])("leads to the code, with the key after it: %s", (pasted) => {
    expect(pastedAddress(pasted)).toBe(`${paths.verify}/${code}#${key}`);
  });

  it.each([
    `7KQF-2M9O-XP4T ${key}`,
    `7KQF-2M9D-XP4#${key}`,
    `7KQF2M9D-XP4T ${key}`,
    `Code 7KQF-2M9D-XP4, key ${key}`,
    `https://sacco.example.co.ke/Verify/7KQF-2M9O-XP4T#${key}`,
  ])("never leads to the key if the code is mistyped: %s", (pasted) => {
    const [sent = ""] = pastedAddress(pasted).split("#");
    expect(sent.replaceAll("-", "")).not.toContain("ABCDEFGHJKLM");
  });

  it("takes no key from what an address carries for others", () => {
    const pasted = "https://sacco.example.co.ke/Verify/7KQF2M9DXP4T?utm_source=wa";
    expect(pastedAddress(pasted)).toBe(`${paths.verify}/7KQF2M9DXP4T`);
  });

  it("leads to a code and a key that are typed without dashes", () => {
    const typed = `${code}${key}`.replaceAll("-", "").toLowerCase();
    const [, characters] = pastedAddress(typed).split(`${paths.verify}/`);
    expect(characters).toBe("7kqf2m9dxp4t#abcdefghjklm");
  });
});
