import { eachNode, type Rule } from "./rule.ts";
import { nameOf, type Node, type Source } from "./source.ts";

/** The files that write addresses: those of members, those of the office, and query strings. */
const writers = new Set([
  "src/web/paths.ts",
  "src/web/staff/addresses.ts",
  "src/web/lib/search.ts",
]);

const inWeb = ({ path, isTest }: Source): boolean => path.startsWith("src/web/") && !isTest;
const inPages = (source: Source): boolean => inWeb(source) && !writers.has(source.path);

const builtPage = /^paths\.\w+$|^\w*[aA]ddress(?:Of)?\(/;
const query = /[?&][\w-]+=|\?$/;
const speltOut = /^\/(?:app|Login|Verify)\b|^[?&][\w-]+=/;

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
  return node.type === "Literal" && speltOut.test(String(node["value"]));
}

/** The files that handle query strings whole. */
const handlers = [
  "src/web/lib/search.ts",
  "src/web/staff/parameters.ts",
  "src/web/staff/addresses.ts",
];

/** The files that may use each of these, with names that are declared. */
const users: Readonly<Record<string, readonly string[]>> = {
  URLSearchParams: handlers,
  searchParams: [],
  parametersIn: ["src/web/lib/search.ts", "src/web/lib/router.tsx", "src/web/lib/period.ts"],
};

function isBareReading({ path }: Source, node: Node): boolean {
  const name = node.type === "Identifier" ? nameOf(node) : "";
  return Object.hasOwn(users, name) && !users[name]?.includes(path);
}

export const linkRules: readonly Rule[] = [
  {
    name: "an address with parameters is written by paths.ts or staff/addresses.ts",
    find: eachNode(inPages, (source, node) => {
      const isLink = isTemplateLink(source, node) || isSumLink(source, node) || isSpeltOut(node);
      return isLink ? "build it in src/web/paths.ts or src/web/staff/addresses.ts" : undefined;
    }),
    violations: [
      { "src/web/staff/a.ts": "const a = `${paths.payouts}?year=${year}`;" },
      { "src/web/staff/a.ts": "const a = `${pathname}?to=${day}`;" },
      { "src/web/staff/a.ts": "const a = `${paths.verify}/${code}`;" },
      { "src/web/staff/a.ts": "const a = paths.payouts + search;" },
      { "src/web/staff/a.ts": 'const a = recordAddress(memberNo) + "#loans";' },
      { "src/web/staff/a.tsx": 'const a = <Link to="/app/Payouts">b</Link>;' },
      { "src/web/staff/a.ts": 'const a = pathname + "?to=" + day;' },
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
  {
    name: "a page reads the parameters that its links give",
    find: eachNode(inWeb, (source, node) =>
      isBareReading(source, node)
        ? "declare it in src/web/paths.ts or, for the office, in src/web/staff/parameters.ts"
        : undefined,
    ),
    violations: [
      { "src/web/member/a.ts": 'const a = new URLSearchParams(search).get("loan");' },
      { "src/web/staff/a.ts": 'const a = new window.URLSearchParams(search).has("holidays");' },
      { "src/web/staff/a.ts": 'const a = new URL(location.href).searchParams.get("year");' },
      { "src/web/staff/a.ts": "const { searchParams } = new URL(location.href);" },
      { "src/web/member/a.ts": 'const a = parametersIn<"laon">(search).laon;' },
    ],
    inOrder: [
      {
        "src/web/lib/search.ts": "const a = new URLSearchParams(search);",
        "src/web/staff/parameters.ts": "const a = new URLSearchParams(search);",
        "src/web/lib/period.ts": "const a = parametersIn<keyof Period>(search);",
        "src/web/member/a.ts": 'const { loan } = useAddressParameters<"loanList">();',
        "src/web/staff/a.ts": 'const { payment } = useParameters("payIns");',
        "src/server/a.ts": "const a = new URLSearchParams(fields);",
      },
    ],
  },
];
