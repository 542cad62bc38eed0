import { rolldown } from "rolldown";

/** The packages of React that the page imports from, and what it and its libraries take of each. */
const takenFromReact = {
  react: [
    "Component",
    "Fragment",
    "StrictMode",
    "Suspense",
    "createContext",
    "createElement",
    "lazy",
    "startTransition",
    "use",
    "useCallback",
    "useContext",
    "useDeferredValue",
    "useEffect",
    "useEffectEvent",
    "useId",
    "useLayoutEffect",
    "useMemo",
    "useRef",
    "useState",
    "useSyncExternalStore",
  ],
  "react/jsx-runtime": ["Fragment", "jsx", "jsxs"],
  "react-dom": ["createPortal", "flushSync"],
  "react-dom/client": ["createRoot"],
};
const REACT = "\0akiba/react";

/** Returns whether a module of the build is a part of React. */
export function isReact(id) {
  return id.startsWith(REACT);
}

/** Returns the name of an export of a package of React, in the module with all of them. */
function nameAmongAll(of, name) {
  return `${of.replaceAll(/\W/g, "_")}_${name}`;
}

/**
 * Leaves out what the packages of React export and nobody takes, which no build can see in
 * CommonJS. Names for the packages' own use begin with underscores; they compare their versions.
 */
function withoutUntaken() {
  const ofReact = /\/cjs\/(react[\w-]*)\.production\.js$/;
  const isTaken = (of, name) =>
    name.startsWith("__") || name === "version" || (takenFromReact[of]?.includes(name) ?? false);
  return {
    name: "akiba:without-untaken",
    transform(code, id) {
      const file = ofReact.exec(id)?.[1];
      const of = Object.keys(takenFromReact).find((name) => name.replace("/", "-") === file);
      if (of === undefined) return null;
      return code
        .replace(/^exports\.(\w+) = /gm, (all, name) =>
          isTaken(of, name) ? all : `const untaken_${name} = `,
        )
        .replace(/\bexports\.(\w+)\b(?! = )/g, (all, name) =>
          isTaken(of, name) ? all : `untaken_${name}`,
        );
    },
  };
}

/** Bundles the packages of React, which are CommonJS, into one ES module. */
async function bundleReact() {
  const source = Object.entries(takenFromReact).map(([of, names], place) => {
    const taken = names.map((name) => `${nameAmongAll(of, name)} = all${place}.${name}`);
    return `import all${place} from "${of}"; export const ${taken.join(", ")};`;
  });
  const entry = {
    name: "akiba:react",
    resolveId: (id) => (id === REACT ? id : null),
    load: (id) => (id === REACT ? source.join("\n") : null),
  };
  const built = await rolldown({
    input: REACT,
    plugins: [entry, withoutUntaken()],
    cwd: import.meta.dirname,
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
  });
  const { output } = await built.generate({ format: "esm" });
  await built.close();
  return output[0].code;
}

/**
 * Gives the build the packages of React as one ES module. As CommonJS they have each file read each
 * function from an object at each use, with helpers that are one more file of the first load.
 */
export function reactAsModule() {
  return {
    name: "akiba:react-as-module",
    apply: "build",
    enforce: "pre",
    resolveId(id) {
      if (id === REACT) return id;
      return id in takenFromReact ? `${REACT}/${id}` : null;
    },
    async load(id) {
      if (id === REACT) return { code: await bundleReact(), moduleSideEffects: false };
      const of = id.startsWith(`${REACT}/`) ? id.slice(REACT.length + 1) : "";
      const names = takenFromReact[of];
      if (!names) return null;
      const taken = names.map((name) => `${nameAmongAll(of, name)} as ${name}`);
      return `export { ${taken.join(", ")} } from ${JSON.stringify(REACT)};`;
    },
  };
}
