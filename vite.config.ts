import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt"]);

// Below this the headers of the answer weigh more than what compression saves.
const worthCompressing = 512;

/** Lays a .br and a .gz beside each text file, so that no request waits for compression. */
function precompress(): Plugin {
  return {
    name: "akiba:precompress",
    apply: "build",
    writeBundle({ dir = "" }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!compressible.has(extname(name))) continue;
        const path = join(dir, name);
        const plain = readFileSync(path);
        if (plain.length < worthCompressing) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }));
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
      }
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const entry = join(import.meta.dirname, "src/web/main.tsx");
const needed = new Set<string>();

/**
 * Puts all that the first load needs into two files, libraries and our own: small shared files
 * would each cost a request and its headers, and compress worse than one.
 */
function firstLoad(id: string, modules: Modules): string | null {
  if (needed.size === 0) follow(entry, modules);
  if (id.includes("rolldown/runtime")) return "libraries";
  if (!needed.has(id)) return null;
  return id.includes("node_modules") ? "libraries" : "start";
}

function follow(id: string, modules: Modules): void {
  if (needed.has(id)) return;
  needed.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) follow(imported, modules);
}

export default defineConfig({
  root: "src/web",
  // Not "public": that is where the public screens' source lives.
  publicDir: "static",
  plugins: [react(), precompress()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The security policy lets fonts and styles come from files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstLoad, debugName: "first" }] } },
    },
  },
});
