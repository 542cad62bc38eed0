import { isSlice } from "./direction.ts";
import { at, eachSource, type Rule } from "./rule.ts";

const slots = /^(routes|commands|queries|approvals|present|messages)\.ts$|\.test\.ts$/;
const database = "src/server/kernel/platform/database.ts";

// A whole word of the name, or its last one: a service worker is a thing of the web's.
const vague = /^(index|rules|utils?|helpers?|types?|services?|managers?)$/;
const vagueEnding = /[-.](utils?|helpers?|types?|services?|managers?)$/;

function isVague(segment: string): boolean {
  const stem = segment.replace(/(\.d|\.module|\.test)?\.\w+$/, "");
  return vague.test(stem) || vagueEnding.test(stem);
}

export const nameRules: readonly Rule[] = [
  {
    name: "a slice holds its closed list of files, and decisions that read no database",
    find: eachSource((source) => {
      const { path } = source;
      if (!isSlice(path)) return [];
      const [, , , , name = "", ...deeper] = path.split("/");
      if (deeper.length > 0 || !name.endsWith(".ts")) {
        return [{ path, line: 1, words: "a slice is one folder of TypeScript files" }];
      }
      if (slots.test(name)) return [];
      return source.imports
        .filter(({ target }) => target === database)
        .map(({ start }) =>
          at(source, start, "imports the database: reads go to queries, writes to commands"),
        );
    }),
    violations: [
      { "src/server/identity/auth/parts/password-strength.ts": "" },
      { "src/server/identity/auth/routes.js": "" },
      {
        "src/server/identity/auth/password-strength.ts":
          'import { statement } from "#server/kernel/platform/database.ts";',
      },
    ],
    inOrder: [
      {
        "src/server/identity/auth/password-strength.ts": "",
        "src/server/identity/auth/sign-in.test.ts": "",
      },
      {
        "src/server/identity/auth/queries.ts":
          'import { statement } from "#server/kernel/platform/database.ts";',
      },
    ],
  },
  {
    name: "no file or folder has a name that says nothing",
    find: eachSource((source) => {
      const { path } = source;
      if (!source.isCode && !path.endsWith(".css")) return [];
      const wrong = path.split("/").find(isVague);
      const words = `${wrong} says nothing of what is in it; name the noun`;
      return wrong === undefined ? [] : [{ path, line: 1, words }];
    }),
    violations: [
      "src/shared/index.ts",
      "src/web/utils/dates.ts",
      "src/server/identity/auth/auth-helpers.ts",
      "src/server/kernel/platform/types.d.ts",
      "src/server/member.service.ts",
      "src/server/loans/desk/rules.ts",
      "src/server/messaging/outbox/outbox-manager.ts",
      "test/helpers.test.ts",
    ].map((path) => ({ [path]: "" })),
    inOrder: [{ "src/web/service-worker.ts": "", "src/web/index.html": "" }],
  },
];
