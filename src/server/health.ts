import * as z from "zod/mini";
import * as health from "#shared/contract/kernel/health.ts";
import { live } from "#shared/contract/kernel/liveness.ts";
import { VERSION } from "#shared/version.ts";
import { type Mounted, mountRead } from "./kernel/http/mount.ts";
import { isHeld } from "./kernel/platform/database-home.ts";
import { builtFrom } from "./kernel/platform/built-from.ts";
import { type Database, statement } from "./kernel/platform/database.ts";
import { Problem } from "./kernel/platform/problem.ts";
import { WriteProbe } from "./kernel/platform/write-probe.ts";

interface HealthOptions {
  readonly database: Database;
  readonly probe?: WriteProbe;
}

/** The calls by which a load balancer learns whether this instance is up, and can write. */
export function healthRoutes(options: HealthOptions): Mounted[] {
  const probe = options.probe ?? new WriteProbe(options.database);
  return [
    mountRead(live, async () => ({ status: "up" }) as const),
    mountRead(health.ready, async (snapshot) => {
      const found = await probe.check();
      if (found !== "ok") throw new Problem(found === "away" ? "busy" : found, { retryAfter: 5 });
      return { status: "up", held: await isHeld(snapshot) } as const;
    }),
    mountRead(health.version, async (snapshot) => {
      const found = await snapshot.first(findSchema);
      return { version: VERSION, commit: builtFrom, schema: found?.schema ?? 0 };
    }),
  ];
}

const findSchema = statement({
  name: "schema-version",
  text: "select max(version) as schema from schema_migration",
  row: z.object({ schema: z.int() }),
});
