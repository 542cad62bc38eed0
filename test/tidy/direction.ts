import { districts } from "./districts.ts";
import { eachSource, at, type Rule } from "./rule.ts";
import type { Source } from "./source.ts";

/** The place of a file in the tree, by which imports are judged. */
interface Place {
  /**
   * A zone, a district's `foundation` or `slice`, or the `programs` that put them together; of the
   * page, the pages of `member`, those of `staff`, or what both share in `common`.
   */
  readonly layer: string;
  readonly district?: string;
  readonly folder?: string;
}

/** The parts of the page that are grouped in districts. */
export const pageZones: ReadonlySet<string> = new Set(["common", "member", "staff"]);

/** Returns the place of a file by its path from the root. */
export function placeOf(path: string): Place {
  const [top = "", zone = "", district = "", folder = "", ...rest] = path.split("/");
  if (top !== "src") return { layer: top };
  if (zone === "web" && pageZones.has(district)) {
    return { layer: district, ...(rest.length > 0 && { district: `${district}/${folder}` }) };
  }
  if (zone !== "server") return { layer: zone };
  const row = districts.get(district);
  if (row === undefined || rest.length === 0) return { layer: "programs" };
  const layer = row.foundation.includes(folder) ? "foundation" : "slice";
  return { layer, district, folder };
}

export function isSlice(path: string): boolean {
  return placeOf(path).layer === "slice";
}

export function isFoundation(path: string): boolean {
  return placeOf(path).layer === "foundation";
}

export function isShared(path: string): boolean {
  return placeOf(path).layer === "shared";
}

const layersBelow: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  web: ["shared", "common", "member", "staff"],
  common: ["shared", "web"],
  member: ["shared", "web", "common", "member"],
  staff: ["shared", "web", "common", "staff"],
  foundation: ["shared", "foundation"],
  slice: ["shared", "foundation"],
  programs: ["shared", "foundation", "slice"],
};

const advice: Readonly<Record<string, string>> = {
  shared: "shared is the core and imports only itself; move what is needed into shared",
  web: "the page knows the server only by the contract; move what both need into shared",
  common: "members' pages and those of staff import it; move what it needs into it",
  member: "members' pages know no page of staff; move what both need into common/, ui/ or lib/",
  staff: "pages of staff know no page of members; move what both need into common/, ui/ or lib/",
  foundation: "a foundation knows no slice; hand it in from app.ts",
  slice: "slices do not know each other; move what two need into a foundation folder",
};

function wrongDirection(source: Source) {
  const from = placeOf(source.path);
  // Tests, benchmarks and build files may import anything.
  if (source.isTest || !source.path.startsWith("src/")) return [];
  return source.imports.flatMap(({ target, specifier, start }) => {
    if (target === null || target === "package.json") return [];
    const why = wrongStep(from, placeOf(target));
    return why === null ? [] : [at(source, start, `imports ${specifier}: ${why}`)];
  });
}

/** Returns why code of one place must not import another; null if it may. */
function wrongStep(from: Place, to: Place): string | null {
  if (from.layer === to.layer && from.district === to.district && from.folder === to.folder) {
    return null;
  }
  if (!layersBelow[from.layer]?.includes(to.layer)) {
    return advice[from.layer] ?? "the server does not import it";
  }
  if (from.district === undefined || to.district === undefined) return null;
  const row = districts.get(from.district);
  // Districts of the page have no table: page-districts.ts holds their direction.
  if (from.district === to.district || !row || row.mayImport.has(to.district)) return null;
  return `${from.district} may not import ${to.district}: see the table in docs/architecture.md`;
}

function outsideTheTable({ path }: Source) {
  const [top, zone, district = "", folder = "", ...rest] = path.split("/");
  if (top !== "src" || zone !== "server" || folder === "") return [];
  if (district === "demo" || district === "cli") return [];
  const row = districts.get(district);
  const isKnown =
    rest.length > 0 && [...(row?.foundation ?? []), ...(row?.slices ?? [])].includes(folder);
  const words = `${district}/${folder} is not in the table of docs/architecture.md`;
  return isKnown ? [] : [{ path, line: 1, words }];
}

const grouped = /^src\/(shared\/(?:contract|messages)|web\/(?:common|member|staff))\/([^/]+)(\/)?/;

/** Files outside every district: lists of all calls and the texts that every page loads. */
const ungrouped =
  /^src\/shared\/(contract\/all|messages\/((member-)?(en|sw)|catalogues\.test))\.ts$/;

function outsideADistrict({ path }: Source) {
  const [, zone = "", name = "", isFolder] = grouped.exec(path) ?? [];
  if (zone === "" || ungrouped.test(path)) return [];
  const isPageOfAll = zone.startsWith("web") && !isFolder;
  if (isPageOfAll || (isFolder && districts.has(name))) return [];
  return [{ path, line: 1, words: "is in no district of the table in docs/architecture.md" }];
}

/** Finds folders and imports of districts that the table names and the code does not have. */
function staleTable(project: readonly Source[]) {
  const used = project.flatMap((source) => {
    const { district, folder } = placeOf(source.path);
    if (district === undefined || source.isTest) return [];
    const targets = source.imports.map(({ target }) => placeOf(target ?? "").district);
    return [`${district}/${folder}`, ...targets.map((target) => `${district} > ${target}`)];
  });
  const found = new Set(used);
  return [...districts].flatMap(([district, { foundation, slices, mayImport }]) => {
    const folders = [...foundation, ...slices].map((folder) => `${district}/${folder}`);
    const imports = [...mayImport].map((other) => `${district} > ${other}`);
    return [...folders, ...imports]
      .filter((item) => !found.has(item))
      .map((item) => ({
        path: "docs/architecture.md",
        line: 1,
        words: `the table says ${item}, and the code has no such thing`,
      }));
  });
}

/** Files that may import every slice; main.ts and its like go through app.ts. */
const knowsSlices = /^src\/server\/(app\.ts|cli\.ts|cli\/|demo\/)/;

function onlyAppKnowsSlices(source: Source) {
  if (placeOf(source.path).layer !== "programs") return [];
  if (source.isTest || knowsSlices.test(source.path)) return [];
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
    places: /^src\/server\/kernel\/http\//,
    instead: "only src/server/kernel/http knows Fastify; add what is needed to it",
  },
  {
    name: /^pg(-.*)?$/,
    places: /^src\/server\/(kernel\/platform\/|main\.ts$|cli\.ts$)|^(test|bench|scripts)\//,
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
  if (!isShared(source.path) || source.isTest) return [];
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
  if (!source.path.startsWith("src/server/kernel/platform/") || source.isTest) return [];
  return source.imports
    .filter(
      ({ target }) => target !== null && !/^src\/(shared|server\/kernel\/platform)\//.test(target),
    )
    .map(({ specifier, start }) =>
      at(source, start, `imports ${specifier}: the rest of the foundation stands on platform/`),
    );
}

export const directionRules: readonly Rule[] = [
  {
    name: "imports go one way: shared, foundation, slices, app; districts as their table says",
    find: eachSource(wrongDirection),
    violations: [
      { "src/shared/money.ts": 'import { x } from "#server/kernel/platform/random.ts";' },
      { "src/shared/money.ts": 'import type { X } from "../web/paths.ts";' },
      {
        "src/web/ui/field.tsx":
          'import type { X } from "#server/identity/auth/password-strength.ts";',
      },
      {
        "src/web/ui/field.tsx": 'type X = import("#server/identity/auth/password-strength.ts").X;',
      },
      {
        "src/web/ui/field.tsx":
          'const later = import("#server/identity/auth/password-strength.ts");',
      },
      { "src/server/identity/auth/password-strength.ts": 'export * from "#web/paths.ts";' },
      { "src/web/staff/loans/desk/a.tsx": 'import { x } from "#web/member/loans/figures.ts";' },
      { "src/web/staff/shell.tsx": 'const later = import("#web/member/pages.tsx");' },
      { "src/web/member/loans/a.tsx": 'import type { X } from "#web/staff/loans/desk/b.ts";' },
      { "src/web/member/use-own.ts": 'import { x } from "../staff/officer.ts";' },
      { "src/web/common/privacy/format.ts": 'import { x } from "#web/member/use-own.ts";' },
      {
        "src/server/identity/auth/password-strength.ts":
          'import { x } from "#server/office/society/queries.ts";',
      },
      {
        "src/server/identity/auth/password-strength.ts": 'import { x } from "../staff/queries.ts";',
      },
      { "src/server/identity/auth/password-strength.ts": 'import { x } from "../../app.ts";' },
      {
        "src/server/identity/sessions/a.ts":
          'import { x } from "#server/members/membership/member-summary.ts";',
      },
      {
        "src/server/members/records/queries.ts":
          'import { x } from "#server/payouts/queue/settle.ts";',
      },
      {
        "src/server/identity/auth/password-strength.ts":
          'import { x } from "#test/test-society.ts";',
      },
      {
        "src/server/kernel/http/mount.ts":
          'import { x } from "#server/identity/auth/password-strength.ts";',
      },
      { "src/server/messaging/outbox/deliver.ts": 'import { x } from "../../main.ts";' },
    ],
    inOrder: [
      { "src/server/identity/auth/password-strength.ts": 'import { x } from "./queries.ts";' },
      {
        "src/server/loans/desk/loan-assessment.ts":
          'import { x } from "#server/ledger/journal/post.ts";',
      },
      { "src/web/staff/loans/desk/a.tsx": 'import { x } from "#web/common/fields.tsx";' },
      { "src/web/member/loans/a.tsx": 'import { x } from "#web/member/use-own.ts";' },
      { "src/web/zone.tsx": 'import { x } from "./member/pages.tsx";' },
      { "src/server/app.ts": 'import { x } from "./identity/auth/routes.ts";' },
      { "src/server/demo/cast.ts": 'import { x } from "../identity/auth/commands.ts";' },
      { "src/server/identity/auth/auth.test.ts": 'import { x } from "#test/test-society.ts";' },
    ],
  },
  {
    name: "every folder of the server is in the table of districts",
    find: eachSource(outsideTheTable),
    violations: [
      { "src/server/loans/crypto/keys.ts": "" },
      { "src/server/welfare/grants/routes.ts": "" },
      { "src/server/loans/loan-assessment.ts": "" },
    ],
    inOrder: [{ "src/server/loans/desk/loan-assessment.ts": "", "src/server/demo/cast.ts": "" }],
  },
  {
    name: "the contract, the texts and the pages are grouped in the same districts",
    find: eachSource(outsideADistrict),
    violations: [
      { "src/shared/contract/welfare/grants.ts": "" },
      { "src/shared/contract/grants.ts": "" },
      { "src/shared/messages/grants-en.ts": "" },
      { "src/web/staff/people/page.tsx": "" },
      { "src/web/member/questions/page.tsx": "" },
    ],
    inOrder: [
      {
        "src/shared/contract/all.ts": "",
        "src/shared/contract/loans/desk.ts": "",
        "src/shared/messages/sw.ts": "",
        "src/web/staff/shell.tsx": "",
        "src/web/staff/loans/desk/page.tsx": "",
      },
    ],
  },
  {
    name: "the table of districts names nothing that the code does not have",
    find: staleTable,
    violations: [{ "src/server/loans/desk/loan-assessment.ts": "" }],
  },
  {
    name: "only app.ts, the demo and the command line know the slices",
    find: eachSource(onlyAppKnowsSlices),
    violations: [{ "src/server/main.ts": 'import { x } from "./identity/auth/routes.ts";' }],
    inOrder: [
      { "src/server/cli.ts": 'import { x } from "./identity/auth/commands.ts";' },
      { "src/server/demo/cast.ts": 'import { x } from "../identity/auth/commands.ts";' },
    ],
  },
  {
    name: "platform/ stands on nothing of ours but shared",
    find: eachSource(platformStandsAlone),
    violations: [
      { "src/server/kernel/platform/database.ts": 'import { x } from "../http/actor.ts";' },
    ],
    inOrder: [{ "src/server/kernel/platform/database.ts": 'import { x } from "./clock.ts";' }],
  },
  {
    name: "Fastify, the database driver and full zod stay where they belong",
    find: eachSource(misplacedPackages),
    violations: [
      { "src/server/identity/auth/routes.ts": 'import type { FastifyReply } from "fastify";' },
      { "src/server/app.ts": 'import cookie from "@fastify/cookie";' },
      { "src/server/identity/auth/queries.ts": 'import pg from "pg";' },
      { "src/web/lib/api.ts": 'import { z } from "zod";' },
    ],
    inOrder: [{ "src/server/kernel/http/server.ts": 'import Fastify from "fastify";' }],
  },
  {
    name: "shared imports no package but zod/mini",
    find: eachSource(foreignToShared),
    violations: [
      { "src/shared/money.ts": 'import { readFileSync } from "node:fs";' },
      { "src/shared/money.ts": 'import { useState } from "react";' },
    ],
    inOrder: [
      { "src/shared/contract/kernel/fields.ts": 'import * as z from "zod/mini";' },
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
