import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { everyEndpoint } from "#shared/contract/all.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";

const many = { readsPerMinute: 60_000, readBurst: 60_000, writesPerMinute: 60_000 };
const society = useServedSociety({
  limits: { ...many, writeBurst: 60_000, documentBurst: 600, searchBurst: 600 },
});
const roles = Object.keys(rolePermissions) as StaffRole[];
const tokens = new Map<string, string>();

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1");
  tokens.set("member", await signIn(society, "MS1"));
  for (const role of roles) {
    await employ(society, role.toUpperCase(), role);
    tokens.set(role, await signIn(society, role.toUpperCase()));
  }
});

/** The query parameters of each call; the others have none. */
const named = everyEndpoint.flatMap((endpoint) => {
  const { query, takes, name } = endpoint;
  const names = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
  return takes === "application/json" && names.length > 0 ? [[name, endpoint, names] as const] : [];
});

function tokenFor({ audience }: Endpoint): string {
  const role = roles.find((one) => {
    return audience.kind === "staff" && roleMay(one, audience.permission);
  });
  return tokens.get(role ?? "member") ?? "";
}

describe("every call with a query", () => {
  it.each(named)(
    "%s rejects a character that cannot be stored, in any parameter",
    async (_, endpoint, names) => {
      const path = endpoint.path.replace(/:(\w+)/g, (__, name) =>
        name === "memberNo" ? "MS1" : "1",
      );
      for (const name of names) {
        const token = tokenFor(endpoint);
        const reply = await society.send(endpoint.method, `${path}?${name}=a%00b`, { token });
        expect(reply.status, `${name}: ${reply.text}`).toBe(422);
      }
    },
  );
});
