import { eachNode, type Rule } from "./rule.ts";
import type { Node, Source } from "./source.ts";

/** The two files that write addresses: `addressOf` and its like, and the query string itself. */
const writers = new Set([
  "src/web/paths.ts",
  "src/web/staff/addresses.ts",
  "src/web/lib/search.ts",
]);

const inPages = ({ path, isTest }: Source): boolean =>
  path.startsWith("src/web/") && !isTest && !writers.has(path);

const builtPage = /^paths\.\w+$|^\w*[aA]ddress(?:Of)?\(/;
const query = /[?&][\w-]+=|\?$/;

function isTemplateLink(source: Source, node: Node): boolean {
  if (node.type !== "TemplateLiteral") return false;
  const texts = (node["quasis"] as readonly Node[]).map((text) => source.textOf(text));
  const values = node["expressions"] as readonly Node[];
  if (values.length === 0) return false;
  return texts.some((text) => query.test(text)) || values.some((value) => isPage(source, value));
}

function isSumLink(source: Source, node: Node): boolean {
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return false;
  return isPage(source, node["left"] as Node) || isPage(source, node["right"] as Node);
}

function isPage(source: Source, node: Node): boolean {
  return builtPage.test(source.textOf(node));
}

function isSpeltOut(node: Node): boolean {
  return node.type === "Literal" && /^\/(?:app|Login|Verify)\b/.test(String(node["value"]));
}

export const linkRules: readonly Rule[] = [
  {
    name: "an address with parameters is written by src/web/paths.ts",
    find: eachNode(inPages, (source, node) => {
      const isLink = isTemplateLink(source, node) || isSumLink(source, node) || isSpeltOut(node);
      return isLink ? "build the address with addressOf of src/web/paths.ts" : undefined;
    }),
    violations: [
      { "src/web/staff/a.ts": "const a = `${paths.payouts}?year=${year}`;" },
      { "src/web/staff/a.ts": "const a = `${pathname}?to=${day}`;" },
      { "src/web/staff/a.ts": "const a = `${paths.verify}/${code}`;" },
      { "src/web/staff/a.ts": "const a = paths.payouts + search;" },
      { "src/web/staff/a.ts": 'const a = recordAddress(memberNo) + "#loans";' },
      { "src/web/staff/a.tsx": 'const a = <Link to="/app/Payouts">b</Link>;' },
    ],
    inOrder: [
      {
        "src/web/paths.ts": "const a = `${paths.verify}/${code}`;",
        "src/web/staff/a.ts":
          "const a = [addressOf(paths.payouts, { year }), `tel:${phone}`, `Really? ${b}`];",
        "src/web/staff/b.tsx": "const a = <Link to={paths.payouts}>b</Link>;",
      },
    ],
  },
];
