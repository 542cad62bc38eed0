import { describe, expect, it } from "vitest";
import { deviceCookie } from "./device-cookie.ts";

const cookie = deviceCookie("a secret", false);
const valueOf = (set: string) => cookie.read(set.split(";")[0]);

describe("the device cookie", () => {
  const value = valueOf(cookie.issue(undefined, "MS1").cookie);

  it("recognises the login it was issued for, and no other", () => {
    expect(cookie.partOf(value, "MS1")).not.toBeNull();
    expect(cookie.partOf(value, "MS2")).toBeNull();
    expect(value).not.toContain("MS1");
  });

  it("cannot be forged, changed or made with another secret", () => {
    const changed = `${value?.startsWith("A") ? "B" : "A"}${value?.slice(1)}`;
    const others = valueOf(deviceCookie("another", false).issue(undefined, "MS1").cookie);
    for (const forged of [undefined, "", "x", changed, "A".repeat(86), others, ".".repeat(400)]) {
      expect(cookie.partOf(forged, "MS1")).toBeNull();
    }
  });

  it("keeps the last five logins of a browser, each once", () => {
    const logins = ["MS1", "MS2", "MS3", "MS4", "MS5", "MS6", "MS6"];
    let held: string | undefined;
    for (const login of logins) held = valueOf(cookie.issue(held, login).cookie);
    expect(logins.map((login) => cookie.partOf(held, login) !== null)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(held?.split(".")).toHaveLength(5);
  });

  it("has the flags of the cookie that binds a session", () => {
    const set = deviceCookie("a secret", true).issue(undefined, "MS1").cookie;
    expect(set).toMatch(
      /^__Host-akiba-device=[\w-]{86}; Path=\/; HttpOnly; SameSite=Strict; Secure/,
    );
  });
});
