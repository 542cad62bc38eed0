import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { root } from "./run.js";
import { shortClassNames } from "./short-class-names.js";

/** Returns the template of the login form in each language, for the page to begin with. */
export async function firstFormTemplates() {
  const folder = join(root, ".cache/first-form");
  await build({
    configFile: false,
    root: join(root, "src/web"),
    logLevel: "warn",
    css: { modules: { generateScopedName: shortClassNames() } },
    build: { ssr: "first-form.tsx", outDir: folder, emptyOutDir: true },
  });
  // Asked of the browser while a module loads.
  globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
  const built = await import(pathToFileURL(join(folder, "first-form.js")));
  return built.default().map(({ language, markup, classOfLogo }) => ({
    tag: "template",
    attrs: { id: `first-${language}`, "data-logo": classOfLogo },
    children: markup,
    injectTo: "head",
  }));
}
