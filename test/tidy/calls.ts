import { isShared, isSlice } from "./direction.ts";
import { eachNode, type Planted, type Rule } from "./rule.ts";
import { type Node, nodesAround, type Source, type TreeNode } from "./source.ts";

/** One banned call, its place, and what to write instead. */
interface Ban {
  readonly name: string;
  readonly covers: (source: Source) => boolean;
  readonly matches: (source: Source, node: Node, parent: TreeNode | null) => boolean;
  readonly instead: string;
  readonly violations: readonly Planted[];
  readonly inOrder?: readonly Planted[];
}

const everywhere = () => true;
const inSrc = ({ path }: Source) => path.startsWith("src/");
const inProduct = (source: Source) => inSrc(source) && !source.isTest;
const inPage = ({ path }: Source) => path.startsWith("src/web/");

/** Whether a node reads a property such as `console.log`, or is a bare name of that text. */
function reads(pattern: RegExp) {
  return (source: Source, node: Node, around: TreeNode | null): boolean => {
    const isRead = node.type === "MemberExpression" || node.type === "Identifier";
    const parent = around?.node;
    const isInner = parent?.type === "MemberExpression" && parent["object"] === node;
    const isName = parent?.type === "MemberExpression" && parent["property"] === node;
    const isKey = parent?.type === "Property" && parent["key"] === node && !parent["shorthand"];
    if (!isRead || isName || isKey || (isInner && node.type === "MemberExpression")) return false;
    return pattern.test(source.textOf(node));
  };
}

function calls(pattern: RegExp, withArguments = /^/) {
  return (source: Source, node: Node): boolean => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
    if (!pattern.test(source.textOf(node["callee"] as Node))) return false;
    return withArguments.test(argumentsOf(source, node).join(", "));
  };
}

function argumentsOf(source: Source, node: Node): string[] {
  return (node["arguments"] as readonly Node[]).map((argument) => source.textOf(argument));
}

const appClock = calls(/^((globalThis\.)?Date\.now|Date)$/, /^$/);

const wordsForMoney =
  /amount|cents|money|shilling|balance|total|price|fee|principal|repay|deduction|savings|sum\b/i;

const marksHtml = /^(dangerouslySetInnerHTML|insertAdjacentHTML|srcdoc)$/i;

/** Whether HTML is written by one of its names; reading `outerHTML` for a message is harmless. */
function writesHtml(source: Source, node: Node): boolean {
  if (node.type === "AssignmentExpression") {
    return /\.(inner|outer)HTML$/.test(source.textOf(node["left"] as Node));
  }
  const isName = node.type === "JSXIdentifier" || node.type === "Identifier";
  return isName && marksHtml.test(String(node["name"]));
}

function sleeps(source: Source, node: Node, parent: TreeNode | null): boolean {
  if (node.type === "ImportDeclaration") {
    const from = String((node["source"] as Node)["value"]);
    return from.endsWith("timers/promises") && /\bsetTimeout\b/.test(source.textOf(node));
  }
  if (calls(/\.waitForTimeout$|^Atomics\.wait$/)(source, node)) return true;
  if (!calls(/^(globalThis\.)?setTimeout$/)(source, node)) return false;
  // A timer that does something is a deadline; one that only resolves a promise is a sleep.
  const promise = nodesAround(parent).find(({ type }) => type === "NewExpression");
  if (!promise || source.textOf(promise["callee"] as Node) !== "Promise") return false;
  const [executor] = promise["arguments"] as readonly Node[];
  const [resolve] = (executor?.["params"] ?? []) as readonly Node[];
  if (!resolve) return false;
  const [what = ""] = argumentsOf(source, node);
  const name = source.textOf(resolve);
  return what === name || new RegExp(`^\\(\\) => (void )?${name}\\(.*\\)$`).test(what);
}

const bans: readonly Ban[] = [
  {
    name: "chance comes from the operating system",
    covers: everywhere,
    matches: reads(/^Math\.random$/),
    instead:
      "use kernel/platform/random.ts, crypto.getRandomValues in the page, fast-check in tests",
    violations: [
      { "src/server/identity/auth/password-strength.ts": "const x = Math.random();" },
      { "test/a.test.ts": "xs.map(Math.random);" },
    ],
  },
  {
    name: "the server's time is the database's",
    // The programs and platform/ wait for processes, by the clock of their own machine.
    covers: (source) =>
      inProduct(source) && !/^src\/(web|server\/kernel\/platform|server\/[^/]+$)/.test(source.path),
    matches: appClock,
    instead: "use akiba_now() in SQL, which tests hold still; performance.now() for a duration",
    violations: [
      { "src/server/identity/auth/commands.ts": "const at = Date.now();" },
      { "src/server/identity/auth/commands.ts": "const at = new Date();" },
      { "src/shared/calendar-date.ts": "const at = new Date;" },
    ],
    inOrder: [
      { "src/server/identity/auth/commands.ts": "const at = new Date(instant);" },
      { "src/web/lib/moment.ts": "const at = new Date();" },
      { "src/server/main.ts": "const deadline = Date.now() + 1000;" },
    ],
  },
  {
    name: "only the programs and the console channel print",
    covers: ({ path }) =>
      !/^(scripts|bench)\/|^src\/server\/(main\.ts|cli[./])/.test(path) &&
      path !== "src/server/messaging/outbox/console-channel.ts",
    matches: reads(/^console\.\w+$/),
    instead: "log by kernel/platform/log.ts on the server; tell the person on the page",
    violations: [
      { "src/server/identity/auth/commands.ts": 'console.log("signed in");' },
      { "src/web/main.tsx": "promise.catch(console.error);" },
      { "test/a.test.ts": "console.warn(1);" },
    ],
    inOrder: [
      { "src/server/main.ts": 'console.log("ready");' },
      { "src/server/messaging/outbox/console-channel.ts": 'console.log("to");' },
    ],
  },
  {
    name: "no HTML is made from text in the page",
    covers: everywhere,
    matches: writesHtml,
    instead: "render elements; text stays text",
    violations: [
      { "src/web/ui/a.tsx": "const a = <p dangerouslySetInnerHTML={x} />;" },
      { "src/web/ui/a.tsx": "const props = { dangerouslySetInnerHTML: x };" },
      { "src/web/ui/a.tsx": "element.innerHTML = x;" },
      { "src/web/ui/a.tsx": "element.outerHTML += x;" },
      { "test/a.test.ts": "element.insertAdjacentHTML(x);" },
    ],
    inOrder: [{ "test/a.test.ts": "const seen = element.outerHTML;" }],
  },
  {
    name: "nothing is of any type",
    covers: everywhere,
    matches: (_, { type }) => type === "TSAnyKeyword",
    instead: "say what it is, or unknown and parse it",
    violations: [
      { "src/shared/a.ts": "export const a: any = 1;" },
      { "test/a.test.ts": "f(x as any);" },
    ],
    inOrder: [{ "src/shared/a.ts": "export const any: unknown = 1;" }],
  },
  {
    name: "no text is run as code",
    covers: everywhere,
    matches: calls(/^((globalThis|window)\.)?(eval|Function|execScript)$/),
    instead: "write the code",
    violations: [
      { "src/shared/a.ts": "eval(x);" },
      { "src/web/lib/a.ts": "const f = new Function(x);" },
      { "src/web/lib/a.ts": 'const f = Function("return 1");' },
    ],
  },
  {
    name: "tests wait for what they wait for, never for time",
    covers: ({ isTest }) => isTest,
    matches: sleeps,
    instead: "use expect.poll, vi.waitFor, an event of the thing itself, or a still clock",
    violations: [
      { "test/a.test.ts": 'import { setTimeout as pause } from "node:timers/promises";' },
      { "src/shared/a.test.ts": "await new Promise((done) => setTimeout(done, 50));" },
      { "test/test-society.ts": "new Promise<void>((done) => setTimeout(() => done(), 50));" },
      { "test/e2e/a.test.ts": "await page.waitForTimeout(100);" },
    ],
    inOrder: [{ "test/test-society.ts": "const deadline = setTimeout(() => child.kill(), 5000);" }],
  },
  {
    name: "the environment is read by the configuration alone",
    covers: inSrc,
    matches: (source, node, parent) => {
      if (!reads(/^process\.env\b/)(source, node, parent)) return false;
      const isHandedIn = parent !== null && calls(/^parseConfig$/)(source, parent.node);
      return !isHandedIn && source.path !== "src/server/kernel/platform/config.ts";
    },
    instead: "add a variable to kernel/platform/config.ts and hand its value in",
    violations: [
      { "src/server/identity/auth/commands.ts": "const pepper = process.env.PEPPER;" },
      { "src/server/main.ts": "const { PORT } = process.env;" },
    ],
    inOrder: [
      { "src/server/main.ts": "const config = parseConfig(process.env);" },
      { "scripts/test.js": "const ci = process.env.CI;" },
    ],
  },
  {
    name: "an amount is never a float",
    covers: (source) => inProduct(source) && source.path !== "src/shared/money.ts",
    matches: (source, node, parent) => {
      if (reads(/^(Number\.)?parseFloat$/)(source, node, parent)) return true;
      const aboutMoney = (inner: Node) => wordsForMoney.test(source.textOf(inner));
      if (calls(/^(Number|Math\.\w+)$/)(source, node)) return aboutMoney(node);
      if (calls(/\.toFixed$/)(source, node)) return aboutMoney(node["callee"] as Node);
      return node.type === "UnaryExpression" && node["operator"] === "+" && aboutMoney(node);
    },
    instead: "read it with parseAmount or fromWireAmount and print it with formatMoney",
    violations: [
      { "src/web/member/loan.tsx": "const a = parseFloat(typed);" },
      { "src/web/member/loan.tsx": "const a = Number(form.amount);" },
      { "src/server/loans/loan-assessment.ts": "const a = Math.round(principal * 1.045);" },
      { "src/web/member/loan.tsx": "const a = balance.toFixed(2);" },
      { "src/web/member/loan.tsx": "const a = +amount;" },
    ],
    inOrder: [
      { "src/web/member/loan.tsx": "const months = Number(form.period);" },
      { "src/shared/money.ts": "const a = Number(amount) / 100;" },
    ],
  },
  {
    name: "the browser's storage and the network are reached from lib and the worker alone",
    // Before the first paint no module is loaded yet: that one file reads the theme itself.
    covers: (source) =>
      inPage(source) && !/^src\/web\/(lib\/|worker\/|static\/first-paint\.js$)/.test(source.path),
    matches: (source, node, parent) =>
      reads(/^((window|globalThis)\.)?(localStorage|sessionStorage|fetch)\b/)(source, node, parent),
    instead: "use lib/browser-storage.ts, or call() of lib/api.ts",
    violations: [
      { "src/web/member/profile.tsx": 'localStorage.getItem("access");' },
      { "src/web/member/profile.tsx": "sessionStorage.clear();" },
      { "src/web/member/profile.tsx": 'await window.fetch("/api");' },
    ],
    inOrder: [
      { "src/web/lib/browser-storage.ts": 'localStorage.getItem("access");' },
      { "src/web/member/profile.tsx": "query.fetch();" },
    ],
  },
];

const banRules = bans.map(({ name, covers, matches, instead, violations, inOrder = [] }): Rule => ({
  name,
  find: eachNode(covers, (source, node, parent) => {
    if (!matches(source, node, parent)) return undefined;
    const [first = ""] = source.textOf(node).split("\n");
    return `\`${first}\`: ${instead}`;
  }),
  violations,
  inOrder,
}));

/** The files that mint each of these, after a check. */
const mints: Readonly<Record<string, string>> = {
  Cents: "src/shared/money.ts",
  MemberScope: "src/server/kernel/http/actor.ts",
};

const castAtHome: Rule = {
  name: "cents and a member's scope are minted in one place",
  find: eachNode(inProduct, (source, node) => {
    if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return undefined;
    const type = source.textOf(node["typeAnnotation"] as Node);
    const home = mints[type];
    if (home === undefined || home === source.path) return undefined;
    return `casts to ${type}: only ${home} may, which checks it first`;
  }),
  violations: [
    { "src/server/identity/auth/password-strength.ts": "const a = 5n as Cents;" },
    { "src/web/member/a.tsx": "const a = 5n as Cents;" },
    { "src/server/identity/auth/password-strength.ts": "const a = { memberNo } as MemberScope;" },
  ],
  inOrder: [{ "src/shared/money.ts": "const a = 5n as Cents;" }],
};

/** Slices receive what they need; a slice never starts its own timer. */
const noTimers: Rule = {
  name: "a slice starts no timer",
  find: eachNode(
    ({ path, isTest }) => !isTest && (isSlice(path) || isShared(path)),
    (source, node) => {
      if (!calls(/^(setTimeout|setInterval|setImmediate)$/)(source, node)) return undefined;
      return "starts a timer: what happens later is a row that a worker of the foundation reads";
    },
  ),
  violations: [{ "src/server/identity/auth/commands.ts": "setInterval(() => forget(), 1000);" }],
};

export const callRules: readonly Rule[] = [...banRules, castAtHome, noTimers];
