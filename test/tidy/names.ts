import { isSlice } from "./direction.ts";
import { eachSource, type Rule } from "./rule.ts";

const ofSlice = /^(routes|commands|queries|rules|approvals|present|messages)\.ts$|\.test\.ts$/;

// A whole word of the name, or its last one: a service worker is a thing of the web's.
const vague = /^(index|utils?|helpers?|types?|services?|managers?)$/;
const vagueEnding = /[-.](utils?|helpers?|types?|services?|managers?)$/;

function isVague(segment: string): boolean {
  const stem = segment.replace(/(\.d|\.module|\.test)?\.\w+$/, "");
  return vague.test(stem) || vagueEnding.test(stem);
}

export const nameRules: readonly Rule[] = [
  {
    name: "a slice holds only the files of the closed list",
    find: eachSource(({ path }) => {
      if (!isSlice(path)) return [];
      const [, , , , ...rest] = path.split("/");
      if (rest.length === 1 && ofSlice.test(rest[0] ?? "")) return [];
      const list = "routes, commands, queries, rules, approvals, present, messages or a test";
      return [{ path, line: 1, words: `is not one of ${list}; a noun of its own is foundation` }];
    }),
    violations: [
      { "src/server/identity/auth/hashing.ts": "" },
      { "src/server/identity/auth/parts/rules.ts": "" },
      { "src/server/identity/auth/routes.js": "" },
    ],
    inOrder: [
      { "src/server/identity/auth/rules.ts": "", "src/server/identity/auth/sign-in.test.ts": "" },
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
      "src/server/messaging/outbox/outbox-manager.ts",
      "test/helpers.test.ts",
    ].map((path) => ({ [path]: "" })),
    inOrder: [{ "src/web/service-worker.ts": "", "src/web/index.html": "" }],
  },
];
