import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { approvalKindNames, approvalKinds } from "#shared/approval-kinds.ts";
import { everyEndpoint } from "#shared/contract/all.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import {
  moneyPermissions,
  type Permission,
  roleMay,
  rolePermissions,
  rolesThatMay,
} from "#shared/permissions.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "./people.ts";
import { manyWrites, useServedSociety } from "./served-society.ts";
import { TEST_CLOCK_STARTS } from "./test-society.ts";

const society = useServedSociety({
  limits: {
    readsPerMinute: 60_000,
    readBurst: 60_000,
    ...manyWrites,
    documentBurst: 60,
    searchBurst: 60,
  },
});

const roles = [
  "clerk",
  "teller",
  "loans-officer",
  "treasurer",
  "administrator",
  "auditor",
] as const;

const tokens = new Map<string, string>();

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1");
  tokens.set("member", await signIn(society, "MS1"));
  for (const role of roles) {
    await employ(society, role.toUpperCase(), role);
    tokens.set(role, await signIn(society, role.toUpperCase()));
  }
  for (const role of roles) {
    const staffNo = `NEW-${role.toUpperCase()}`;
    await employ(society, staffNo, role);
    await society.owner.query("update staff set role_since = $2 where staff_no = $1", [
      staffNo,
      TEST_CLOCK_STARTS,
    ]);
    tokens.set(`new ${role}`, await signIn(society, staffNo));
  }
});

/** The permission a call needs of staff; null if all of them may make it, or none. */
function neededOf({ audience }: Endpoint): Permission | null {
  if (audience.kind === "staff") return audience.permission;
  return audience.kind === "record" || audience.kind === "own" ? audience.staff : null;
}

/** Valid but unknown: a problem must come before any look-up. */
const nobodys: Readonly<Record<string, string>> = {
  memberNo: "MS9999",
  staffNo: "ST9999",
  loanNo: "LN-NONE",
  year: "1999",
  list: "mobile",
  statement: "savings",
};

const ask = ({ method, path }: Endpoint, who: string) =>
  society.send(
    method,
    path.replace(/:(\w+)/g, (_, name: string) => nobodys[name] ?? "99999"),
    {
      token: tokens.get(who) ?? "",
    },
  );

const named = (endpoint: Endpoint) => [endpoint.name, endpoint] as const;
const needing = everyEndpoint.filter((endpoint) => neededOf(endpoint) !== null);
const ofTheStaff = everyEndpoint.filter(({ audience: { kind } }) => {
  return kind === "staff" || kind === "any-staff";
});

describe("every call", () => {
  it.each(needing.map(named))(
    "%s lets in exactly the roles that have its permission, before anything else",
    async (_, endpoint) => {
      const needed = neededOf(endpoint) as Permission;
      const problem = endpoint.audience.kind === "record" ? "not-yours" : "staff-only";
      for (const role of roles) {
        const reply = await ask(endpoint, role);
        // With the permission it may be rejected for its content, or done.
        if (roleMay(role, needed)) expect(reply.status, `${role}: ${reply.text}`).not.toBe(403);
        else expect(reply.body, role).toMatchObject({ code: 403, reason: problem });
      }
    },
  );

  it.each(ofTheStaff.map(named))(
    "%s rejects members kindly, before anything else",
    async (_, endpoint) => {
      const reply = await ask(endpoint, "member");
      expect(reply.status).toBe(403);
      const message = "This page is for the society's staff.";
      expect(reply.body).toMatchObject({ reason: "staff-only", message });
    },
  );
});

const ofMoney = everyEndpoint.filter(({ audience }) => {
  return audience.kind === "staff" && moneyPermissions.has(audience.permission);
});

describe("a call that approves or moves money", () => {
  it("takes a permission of the second person that nobody uses in a new role", () => {
    const seconds = approvalKindNames.filter((kind) => approvalKinds[kind].movesMoney);
    const missing = seconds.filter((kind) => !moneyPermissions.has(approvalKinds[kind].permission));
    expect(missing).toEqual([]);
  });

  it.each(ofMoney.map(named))("%s rejects every role that is new", async (_, endpoint) => {
    const needed = neededOf(endpoint) as Permission;
    for (const role of rolesThatMay(needed)) {
      const reply = await ask(endpoint, `new ${role}`);
      expect(reply.body, role).toMatchObject({ code: 403, reason: "role-too-new" });
    }
  });
});

describe("the table of permissions by role", () => {
  it("in docs/security.md equals the code", () => {
    const page = readFileSync(new URL("../docs/security.md", import.meta.url), "utf8").trimEnd();
    const [table = ""] = page.slice(page.indexOf("| Permission |")).split("\n\n");
    const [head, , ...said] = table.split("\n");
    const permissions = [...new Set<Permission>(Object.values(rolePermissions).flat())].toSorted();
    const inCode = permissions.map((permission) => {
      const cells = roles.map((role) => (roleMay(role, permission) ? "yes" : ""));
      return `| \`${permission}\` | ${cells.join(" | ")} |`.replaceAll("|  ", "| ");
    });
    expect(said).toEqual(inCode);
    expect(head).toBe(`| Permission | ${roles.join(" | ")} |`);
  });

  it("gives the auditor every read, and the second signature on changes among the staff", () => {
    const reads = new Set<Permission>(Object.values(rolePermissions).flat());
    const looks = [...reads].filter((permission) => permission.endsWith(".read")).toSorted();
    expect(rolePermissions.auditor.toSorted()).toEqual([...looks, "staff.approve"].toSorted());
  });
});
