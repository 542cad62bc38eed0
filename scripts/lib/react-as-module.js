import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const fromHere = createRequire(import.meta.url);
const ofReactDom = createRequire(fromHere.resolve("react-dom"));

/** The packages of React, and the file of each that is for production. */
const files = {
  react: productionFile(fromHere, "react"),
  "react/jsx-runtime": productionFile(fromHere, "react", "react-jsx-runtime"),
  "react-dom": productionFile(fromHere, "react-dom"),
  "react-dom/client": productionFile(fromHere, "react-dom", "react-dom-client"),
  scheduler: productionFile(ofReactDom, "scheduler"),
};

function productionFile(require, of, name = of) {
  return join(dirname(require.resolve(`${of}/package.json`)), `cjs/${name}.production.js`);
}

/**
 * Gives the build the packages of React as ES modules. As CommonJS they keep what nobody takes from
 * them, have each file read each function from an object at each use, and are functions that a
 * browser has to read twice before it runs them.
 */
export function reactAsModule() {
  return {
    name: "akiba:react-as-module",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => files[id] ?? null,
    load(id) {
      if (!Object.values(files).includes(id)) return null;
      const code = asModule(readFileSync(id, "utf8"));
      return { code: id === files["react-dom/client"] ? withoutTraces(code) : code };
    },
  };
}

const requires = /^var (?:\w+ = require\("[\w-]+"\)(?:,\s*|;))+$/m;
const required = /(\w+) = require\("([\w-]+)"\)/g;
const exported = /\bexports\.(\w+)/g;
const assigned = /^( *)exports\.(\w+) =/gm;

/** Makes an ES module of CommonJS in the form in which React is published. */
function asModule(code) {
  const [packages = ""] = requires.exec(code) ?? [];
  const imports = [...packages.matchAll(required)].map(
    ([, local, of]) => `import * as ${local} from "${of}";`,
  );
  const names = [...new Set([...code.matchAll(exported)].map(([, name]) => name))];
  const assignments = [...code.matchAll(assigned)];
  const changes = (name) => assignments.filter(([, , one]) => one === name).length > 1;
  const changing = names.filter(changes).map((name) => `let exported_${name};`);
  const body = code
    .replace(requires, "")
    .replace(assigned, (all, indent, name) => (changes(name) ? all : `const exported_${name} =`))
    .replace(exported, "exported_$1");
  if (/\b(require\(|exports\b)/.test(body)) throw new Error("React is written in another form");
  const exports = names.map((name) => `exported_${name} as ${name}`);
  return [...imports, ...changing, body, `export { ${exports.join(", ")} };`].join("\n");
}

/**
 * React makes a few errors when it is loaded, only to recognise them later. For the place of each a
 * browser reads the whole file again.
 */
function withoutTraces(code) {
  const before = "const { stackTraceLimit } = Error; Error.stackTraceLimit = 0;";
  return `${before}${code}\nError.stackTraceLimit = stackTraceLimit;`;
}
