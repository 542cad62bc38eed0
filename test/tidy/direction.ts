import { eachSource, at, type Rule } from "./rule.ts";
import type { Source } from "./source.ts";

const foundation = new Set([
  "alerts",
  "approvals",
  "platform",
  "csv-import",
  "http",
  "ledger",
  "lending",
  "membership",
  "audit",
  "outbox",
  "payouts",
  "payroll",
  "personal-data",
  "one-time-codes",
  "sessions",
  "logins",
  "statement-tables",
  "employment",
  "documents",
  "casework",
]);

/** Which part of the tree a file belongs to; direction is decided between parts. */
export function partOf(path: string): string {
  const [top = "", zone = "", folder = "", ...rest] = path.split("/");
  if (top !== "src") return top;
  if (zone !== "server") return zone;
  if (rest.length === 0) return "root";
  if (foundation.has(folder)) return "foundation";
  return folder === "demo" || folder === "cli" ? "root" : `slice ${folder}`;
}

/** Whether a file is part of a slice: a folder of the server that is not the foundation. */
export function isSlice(path: string): boolean {
  return partOf(path).startsWith("slice ");
}

export function isFoundation(path: string): boolean {
  return partOf(path) === "foundation";
}

/** The parts that the code of a part may import, besides itself. */
function mayImport(part: string): readonly string[] {
  if (part === "shared") return [];
  if (part === "web" || part === "foundation") return ["shared"];
  if (part.startsWith("slice ")) return ["shared", "foundation"];
  return ["shared", "foundation", "root", "slice"];
}

const advice: Record<string, string> = {
  shared: "shared is the core and imports only itself; move what is needed into shared",
  web: "the page knows the server only by the contract; move what both need into shared",
  foundation: "the foundation does not know who stands on it; hand it in from app.ts",
  slice: "slices do not know each other; sink what two need into a foundation folder",
};

function wrongDirection(source: Source) {
  const part = partOf(source.path);
  // Tests, measurements and build files stand outside and may look everywhere.
  if (source.isTest || !source.path.startsWith("src/")) return [];
  return source.imports.flatMap(({ target, specifier, start }) => {
    if (target === null) return [];
    const wanted = partOf(target);
    const kind = wanted.startsWith("slice ") ? "slice" : wanted;
    if (wanted === part || mayImport(part).includes(kind)) return [];
    // The entry points know the foundation by way of app.ts, which knows the slices.
    const why = advice[part.split(" ")[0] ?? ""] ?? "the server does not import it";
    return [at(source, start, `imports ${specifier}: ${why}`)];
  });
}

/** Which files may know all slices; main.ts and its like go through app.ts. */
const knowsSlices = /^src\/server\/(app\.ts|cli\.ts|cli\/|demo\/)/;

function onlyAppKnowsSlices(source: Source) {
  if (partOf(source.path) !== "root" || source.isTest || knowsSlices.test(source.path)) return [];
  return source.imports
    .filter(({ target }) => target !== null && isSlice(target))
    .map(({ specifier, start }) =>
      at(source, start, `imports ${specifier}: only app.ts, demo/ and cli know the slices`),
    );
}

interface Package {
  readonly name: RegExp;
  readonly places: RegExp;
  readonly instead: string;
}

const packages: readonly Package[] = [
  {
    name: /^(fastify|@fastify\/.*)$/,
    places: /^src\/server\/http\//,
    instead: "only src/server/http knows Fastify; add what is needed to it",
  },
  {
    name: /^pg(-.*)?$/,
    places: /^src\/server\/(platform\/|main\.ts$|cli\.ts$)|^(test|bench|scripts)\//,
    instead: "only platform/ and the programs know the driver; take a Snapshot or a UnitOfWork",
  },
  {
    name: /^zod$/,
    places: /^(src\/server|test|bench)\//,
    instead: "import zod/mini, which is a fifth of the size in the page",
  },
];

function misplacedPackages(source: Source) {
  return source.imports.flatMap(({ specifier, target, start }) => {
    const wrong = packages.find(({ name, places }) => {
      return target === null && name.test(specifier) && !places.test(source.path);
    });
    return wrong ? [at(source, start, `imports ${specifier}: ${wrong.instead}`)] : [];
  });
}

function foreignToShared(source: Source) {
  if (partOf(source.path) !== "shared" || source.isTest) return [];
  return source.imports
    .filter(({ target, specifier }) => target === null && specifier !== "zod/mini")
    .map(({ specifier, start }) =>
      at(source, start, `imports ${specifier}: shared knows no package but zod/mini`),
    );
}

function withoutEnding(source: Source) {
  return source.imports
    .filter(({ target }) => target !== null && !/\.(tsx?|js|css|svg|json)$/.test(target))
    .map(({ specifier, start }) =>
      at(source, start, `imports ${specifier}: name the file with its ending, as Node does`),
    );
}

function platformStandsAlone(source: Source) {
  if (!source.path.startsWith("src/server/platform/") || source.isTest) return [];
  return source.imports
    .filter(({ target }) => target !== null && !/^src\/(shared|server\/platform)\//.test(target))
    .map(({ specifier, start }) =>
      at(source, start, `imports ${specifier}: the rest of the foundation stands on platform/`),
    );
}

export const directionRules: readonly Rule[] = [
  {
    name: "imports go one way: shared, foundation, slices, app; web and server apart",
    find: eachSource(wrongDirection),
    violations: [
      { "src/shared/money.ts": 'import { x } from "#server/platform/random.ts";' },
      { "src/shared/money.ts": 'import type { X } from "../web/paths.ts";' },
      { "src/web/ui/field.tsx": 'import type { X } from "#server/auth/rules.ts";' },
      { "src/web/ui/field.tsx": 'type X = import("#server/auth/rules.ts").X;' },
      { "src/web/ui/field.tsx": 'const later = import("#server/auth/rules.ts");' },
      { "src/server/auth/rules.ts": 'export * from "#web/paths.ts";' },
      { "src/server/auth/rules.ts": 'import { x } from "#server/society/queries.ts";' },
      { "src/server/auth/rules.ts": 'import { x } from "../society/queries.ts";' },
      { "src/server/auth/rules.ts": 'import { x } from "../app.ts";' },
      { "src/server/auth/rules.ts": 'import { x } from "#test/world.ts";' },
      { "src/server/http/mount.ts": 'import { x } from "#server/auth/rules.ts";' },
      { "src/server/outbox/deliver.ts": 'import { x } from "../main.ts";' },
    ],
    inOrder: [
      { "src/server/auth/rules.ts": 'import { x } from "./queries.ts";' },
      { "src/server/auth/rules.ts": 'import { x } from "#server/ledger/post.ts";' },
      { "src/server/app.ts": 'import { x } from "./auth/routes.ts";' },
      { "src/server/demo/cast.ts": 'import { x } from "../auth/commands.ts";' },
      { "src/server/auth/auth.test.ts": 'import { x } from "#test/world.ts";' },
    ],
  },
  {
    name: "only app.ts, the demo and the command line know the slices",
    find: eachSource(onlyAppKnowsSlices),
    violations: [{ "src/server/main.ts": 'import { x } from "./auth/routes.ts";' }],
    inOrder: [
      { "src/server/cli.ts": 'import { x } from "./auth/commands.ts";' },
      { "src/server/demo/cast.ts": 'import { x } from "../auth/commands.ts";' },
    ],
  },
  {
    name: "platform/ stands on nothing of ours but shared",
    find: eachSource(platformStandsAlone),
    violations: [{ "src/server/platform/database.ts": 'import { x } from "../audit/record.ts";' }],
    inOrder: [{ "src/server/platform/database.ts": 'import { x } from "./clock.ts";' }],
  },
  {
    name: "Fastify, the database driver and full zod stay where they belong",
    find: eachSource(misplacedPackages),
    violations: [
      { "src/server/auth/routes.ts": 'import type { FastifyReply } from "fastify";' },
      { "src/server/app.ts": 'import cookie from "@fastify/cookie";' },
      { "src/server/auth/queries.ts": 'import pg from "pg";' },
      { "src/web/lib/api.ts": 'import { z } from "zod";' },
    ],
    inOrder: [{ "src/server/http/server.ts": 'import Fastify from "fastify";' }],
  },
  {
    name: "shared imports no package but zod/mini",
    find: eachSource(foreignToShared),
    violations: [
      { "src/shared/money.ts": 'import { readFileSync } from "node:fs";' },
      { "src/shared/money.ts": 'import { useState } from "react";' },
    ],
    inOrder: [
      { "src/shared/contract/fields.ts": 'import * as z from "zod/mini";' },
      { "src/shared/money.test.ts": 'import { it } from "vitest";' },
    ],
  },
  {
    name: "an import of ours names its file with the ending",
    find: eachSource(withoutEnding),
    violations: [
      { "src/web/main.tsx": 'import { paths } from "./paths";' },
      { "src/server/app.ts": 'export { x } from "#shared/money";' },
    ],
    inOrder: [{ "src/web/main.tsx": 'import { paths } from "./paths.ts";' }],
  },
];
