import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./run.js";

const folder = join(root, "src/web/file-check");

/** Returns the page that checks a PDF: one file with its script in it, so that it can be saved. */
export async function fileCheckPage() {
  const script = await rolldown({ input: join(folder, "main.ts"), cwd: root });
  const { output } = await script.generate({ format: "iife", minify: true });
  const page = readFileSync(join(folder, "page.html"), "utf8").replace(/\n\s+/g, "\n");
  return page.replace(
    "<!--akiba:script-->",
    () => `<script>${output[0].code.replaceAll("</", "<\\/").trim()}</script>`,
  );
}
