import { at, eachSource, type Rule } from "./rule.ts";

/** Arguments that can be null: an aggregate or a subquery. */
const mayBeNull = /^\(?\s*(select\b|(sum|min|max)\s*\()/i;

/** Returns the arguments of each call of least and greatest, with the offset of the call. */
function callsIn(text: string): { readonly offset: number; readonly args: readonly string[] }[] {
  return [...text.matchAll(/\b(?:least|greatest)\s*\(/gi)].map((call) => {
    const args = [""];
    let depth = 1;
    for (let next = call.index + call[0].length; depth > 0 && next < text.length; next += 1) {
      const sign = text.charAt(next);
      depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
      if (sign === "," && depth === 1) args.push("");
      else if (depth > 0) args[args.length - 1] += sign;
    }
    return { offset: call.index, args };
  });
}

export const nullRules: readonly Rule[] = [
  {
    name: "least and greatest are given no sum or subquery that may be null",
    find: eachSource((source) => {
      if (source.isTest || !/^(src\/server|migrations)\//.test(source.path)) return [];
      return callsIn(source.text)
        .filter(({ args }) => args.some((arg) => mayBeNull.test(arg.trim())))
        .map(({ offset }) => at(source, offset, "they ignore a null: wrap it in coalesce"));
    }),
    violations: [
      { "src/server/a/b.ts": "const q = `select least(sum(x) filter (where y), z) from t`;" },
      { "migrations/0001-a.sql": "select greatest(0, (select max(n) from t));" },
    ],
    inOrder: [
      { "src/server/a/b.ts": "const q = `select least(coalesce(sum(x), 0), z) from t`;" },
      { "src/server/a/b.ts": "const q = `select sum(greatest(x, 0)) from t`;" },
    ],
  },
];
