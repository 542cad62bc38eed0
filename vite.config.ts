import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { rolldown } from "rolldown";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { fileCheckPage } from "./scripts/lib/file-check-page.js";
import { firstFormTemplates } from "./scripts/lib/first-form.js";
import { reactAsModule } from "./scripts/lib/react-as-module.js";
import { shortClassNames } from "./scripts/lib/short-class-names.js";
import { shortScripts } from "./scripts/lib/short-scripts.js";
import { withoutServerFacts } from "./scripts/lib/without-server-facts.js";
import { zodOfStaff } from "./scripts/lib/zod-of-staff.js";

const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt"]);

// Below this the headers of the answer weigh more than what compression saves.
const worthCompressing = 512;

const brotli = promisify(brotliCompress);

interface DistanceCodes {
  readonly postfix: number;
  readonly direct: number;
}

/** Good for most files. */
const usualCodes: readonly DistanceCodes[] = [{ postfix: 1, direct: 8 }];
const everyCode: readonly DistanceCodes[] = [
  ...usualCodes,
  { postfix: 0, direct: 8 },
  { postfix: 1, direct: 30 },
  { postfix: 3, direct: 16 },
];

/**
 * Returns the smallest of the encodings with different codes for short distances: which one it is
 * differs from file to file. Measured, 400 bytes less of what members load than without such codes.
 */
async function smallestBrotli(
  plain: Uint8Array,
  codes: readonly DistanceCodes[],
): Promise<Uint8Array> {
  const encoded = await Promise.all(
    codes.map(({ postfix, direct }) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      };
      return brotli(plain, { params });
    }),
  );
  return encoded.reduce((least, one) => (one.length < least.length ? one : least));
}

/**
 * Writes a .br and a .gz next to each text file, so that no request waits for compression. Only
 * what members load is worth the seconds that every code takes.
 */
function precompress(): Plugin {
  return {
    name: "akiba:precompress",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const { first, files, texts } = filesOfMembers(bundle);
      const ofMembers = new Set([...first, ...files, ...texts.en, ...texts.sw]);
      const names = readdirSync(dir, { recursive: true, encoding: "utf8" });
      const compressed = names
        .filter((name) => compressible.has(extname(name)))
        .map((name) => {
          const codes = ofMembers.has(`/${name}`) ? everyCode : usualCodes;
          return compress(join(dir, name), codes);
        });
      await Promise.all(compressed);
    },
  };
}

async function compress(path: string, codes: readonly DistanceCodes[]): Promise<void> {
  const plain = readFileSync(path);
  if (plain.length < worthCompressing) return;
  writeFileSync(`${path}.br`, await smallestBrotli(plain, codes));
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
}

type Chunk = Readonly<{ type: string; facadeModuleId?: string | null }>;

const fileOfTexts = /\/src\/shared\/messages\/(?:member-)?(en|sw)\.ts$/;

/** Returns the language of a file that holds nothing but texts: a catalogue loaded on its own. */
function languageOfTexts({ facadeModuleId }: Chunk): string | null {
  return fileOfTexts.exec(facadeModuleId ?? "")?.[1] ?? null;
}

const namedFile = /\/(?:messages|public|web)\/((?:member-)?(?:en|sw)|landing|zone)\.tsx?$/;

/**
 * Names the files of each language's texts, of the landing page and of the first page of members in
 * the page, where first-paint.js asks for those that are needed.
 */
function namedFiles(): Plugin {
  return {
    name: "akiba:named-files",
    apply: "build",
    transformIndexHtml(page, { bundle = {} }) {
      return Object.values(bundle).flatMap((file) => {
        const [, name] = (file.type === "chunk" && namedFile.exec(file.facadeModuleId ?? "")) || [];
        if (!name) return [];
        return filesWith(file.fileName, bundle)
          .filter((needed) => !page.includes(needed))
          .map((needed) => ({
            tag: "meta",
            attrs: { name: `file-${name}`, content: `/${needed}` },
            injectTo: "head-prepend" as const,
          }));
      });
    },
  };
}

/** Returns a file and those that it needs before it runs. */
function filesWith(name: string, bundle: Readonly<Record<string, BuiltFile>>): string[] {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    const { imports = [], viteMetadata } = bundle[file] ?? {};
    for (const needed of [...(viteMetadata?.importedCss ?? []), ...imports]) visit(needed);
  };
  visit(name);
  return [...reached];
}

/** Puts the login form into the page, which first-paint.js shows while the code is on its way. */
function firstForm(): Plugin {
  return {
    name: "akiba:first-form",
    apply: "build",
    transformIndexHtml: firstFormTemplates,
  };
}

/** Leaves the indentation out of the page, which every first visit loads. */
function unindentedPage(): Plugin {
  return {
    name: "akiba:unindented-page",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (page) => page.replace(/\n\s+/g, "\n") },
  };
}

interface ModuleLinks {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface Modules {
  getModuleInfo(id: string): ModuleLinks | null;
}

type LeadsTo = (links: ModuleLinks) => readonly string[];

const imports: LeadsTo = ({ importedIds }) => importedIds;
const leadsMembersTo: LeadsTo = ({ importedIds, dynamicallyImportedIds }) => [
  ...importedIds,
  ...dynamicallyImportedIds.filter((id) => !id.includes("/src/web/staff/")),
];

/** Returns whether a module is reached from a file of the web, by links of a kind. */
function reachedFrom(file: string, leadsTo: LeadsTo) {
  const start = join(import.meta.dirname, "src/web", file);
  const reached = new Set<string>();
  const visit = (id: string, modules: Modules): void => {
    if (reached.has(id)) return;
    reached.add(id);
    const links = modules.getModuleInfo(id);
    if (links) for (const next of leadsTo(links)) visit(next, modules);
  };
  return (id: string, modules: Modules): boolean => {
    if (reached.size === 0) visit(start, modules);
    return reached.has(id);
  };
}

const isOfFirstLoad = reachedFrom("main.tsx", imports);
const isOfLanding = reachedFrom("public/landing.tsx", imports);
/** The landing page is a file of its own, as Login does without it. */
const landingPage = /\/src\/web\/public\/landing\./;
const isOfMembers = reachedFrom("main.tsx", leadsMembersTo);
const isOfZone = reachedFrom("zone.tsx", imports);

/**
 * Returns what a page requests together with one of its files. The first pages of staff name their
 * scripts themselves, a moment later, as the names of all of them would weigh on Login.
 */
function neededAtOnce(file: string, needed: string[]): string[] {
  const isOfStaff = /\/(invitation|second-step)-/.test(file);
  return isOfStaff ? needed.filter((name) => name.endsWith(".css")) : needed;
}

/**
 * Puts everything that the first load needs into two files, libraries and our own: small shared
 * files would each cost a request and its headers, and compress worse than one. It includes the few
 * parts that only the landing page needs as early, which would otherwise wait for those of members.
 */
function firstLoad(id: string, modules: Modules): string | null {
  if (id.includes("rolldown/runtime")) return "libraries";
  if (landingPage.test(id)) return null;
  if (!isOfFirstLoad(id, modules) && !isOfLanding(id, modules)) return null;
  return id.includes("node_modules") ? "libraries" : "start";
}

const sharedPart = /\/src\/(web\/(ui|lib)\/(?!.*-words)|shared\/(?!messages\/))/;

/**
 * Puts a member's first page and the parts that the pages share into one file. Two files weighed
 * 2 KB more: each named what it took from the other, and was compressed on its own.
 */
function sharedParts(id: string, modules: Modules): string | null {
  if (!isOfMembers(id, modules)) return null;
  return sharedPart.test(id) || isOfZone(id, modules) ? "parts" : null;
}

/**
 * Puts the other pages into two files, those of members and those that need no login. With a file
 * for each page, all files together weighed 14 KB more, because each is compressed on its own; with
 * one for the statements, 3 KB more.
 */
function laterPages(id: string, modules: Modules): string | null {
  if (!isOfMembers(id, modules) || landingPage.test(id)) return null;
  if (id.includes("/src/web/public/")) return "public";
  return /\/src\/web\/(member|common)\//.test(id) ? "pages" : null;
}

interface BuiltFile extends Chunk {
  readonly fileName: string;
  readonly source?: string | Uint8Array;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** Returns which file leads to which, whether only staff are led there, and its language. */
function graphOf(bundle: Readonly<Record<string, BuiltFile>>) {
  return Object.values(bundle).flatMap((file) => {
    if (file.type !== "chunk") return [];
    const { fileName, imports = [], dynamicImports = [], facadeModuleId, viteMetadata } = file;
    const styles = [...(viteMetadata?.importedCss ?? [])];
    const language = languageOfTexts(file);
    const isOfStaff = facadeModuleId?.includes("/src/web/staff/") ?? false;
    return [{ fileName, isOfStaff, language, leadsTo: [...imports, ...dynamicImports, ...styles] }];
  });
}

/**
 * Writes which file imports which, next to the built page, so that a test can add up what a member
 * may fetch: it leaves out what only staff do, and the texts of the language that is not read.
 */
function fileGraph(): Plugin {
  return {
    name: "akiba:file-graph",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      writeFileSync(join(dir, "../web-files.json"), JSON.stringify(graphOf(bundle)));
    },
  };
}

/** The files at addresses that do not change: those that every page names, and a page. */
const staticNames = ["first-paint.js", "icon.svg", "icon-192.png"];
const FILE_CHECK = "file-check.html";
const lastingNames = [...staticNames, FILE_CHECK];

/** Lists what the service worker keeps: the files of members, and of each language its texts. */
function filesOfMembers(bundle: Readonly<Record<string, BuiltFile>>) {
  const known = new Map(graphOf(bundle).map((file) => [file.fileName, file]));
  const page = String(bundle["index.html"]?.source);
  const first = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name);
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || known.get(name)?.isOfStaff) return;
    reached.add(name);
    known.get(name)?.leadsTo.forEach(visit);
  };
  first.forEach(visit);
  const addresses = (language: string | null): string[] =>
    [...reached]
      .filter((name) => (known.get(name)?.language ?? null) === language)
      .map((name) => `/${name}`);
  return {
    first: first.map((name) => `/${name}`),
    files: [...addresses(null), ...lastingNames.map((name) => `/${name}`)],
    texts: { en: addresses("en"), sw: addresses("sw") },
  };
}

/** Builds one script of the service worker, which no page imports. */
async function bundleWorker(name: string, define: Readonly<Record<string, string>>) {
  const input = join(import.meta.dirname, `src/web/worker/${name}.ts`);
  const built = await rolldown({ input, transform: { define } });
  const { output } = await built.generate({ format: "iife", minify: true });
  await built.close();
  return output[0].code;
}

/**
 * Builds the service worker, which knows the files of this build. Its version also covers the files
 * whose names do not change, so that a browser notices a change of any of them.
 */
function serviceWorker(): Plugin {
  return {
    name: "akiba:service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const listed = filesOfMembers(bundle);
        const hash = createHash("sha256").update(JSON.stringify(listed));
        const page: BuiltFile | undefined = bundle[FILE_CHECK];
        hash.update(String(page?.source));
        for (const name of staticNames) {
          hash.update(readFileSync(join(import.meta.dirname, "src/web/static", name)));
        }
        const files = { version: hash.digest("hex").slice(0, 12), ...listed };
        const define = { AKIBA_MEMBER_FILES: JSON.stringify(files) };
        for (const name of ["service-worker", "retired-worker"]) {
          const source = await bundleWorker(name, define);
          this.emitFile({ type: "asset", fileName: `${name}.js`, source });
        }
      },
    },
  };
}

/** Writes the page that checks a PDF. */
function fileCheck(): Plugin {
  return {
    name: "akiba:file-check",
    apply: "build",
    async generateBundle() {
      const source = await fileCheckPage();
      this.emitFile({ type: "asset", fileName: FILE_CHECK, source });
    },
  };
}

export default defineConfig({
  root: "src/web",
  // Not "public": that is where the public screens' source is.
  publicDir: "static",
  plugins: [
    withoutServerFacts(),
    reactAsModule(),
    zodOfStaff(),
    react(),
    namedFiles(),
    firstForm(),
    unindentedPage(),
    fileCheck(),
    serviceWorker(),
    shortScripts(),
    precompress(),
    fileGraph(),
  ],
  css: { modules: { generateScopedName: shortClassNames() } },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The security policy allows fonts and styles from files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: neededAtOnce },
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, report) {
        if (log.code !== "IMPORT_IS_UNDEFINED") report(level, log);
        // React looks for two functions that only its own tests have.
        else if (!/`(log|unstable_setDisableYieldValue)`.*scheduler/.test(log.message)) {
          throw new Error(log.message);
        }
      },
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: firstLoad, debugName: "first", priority: 5 },
            { name: sharedParts, debugName: "parts", priority: 4 },
            { name: laterPages, debugName: "pages", priority: 2 },
          ],
        },
      },
    },
  },
});
