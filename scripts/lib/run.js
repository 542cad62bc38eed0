import { spawn } from "node:child_process";
import { join } from "node:path";

/** The folder that holds package.json. */
export const root = join(import.meta.dirname, "../..");

/**
 * Runs a program to its end. Returns its exit code, everything it wrote (`said`) and its standard
 * output alone (`output`). With `show`, it writes to the terminal instead. After `within`
 * milliseconds it is killed, which counts as exit code 1.
 */
export function run(command, given, { env = {}, show = false, within } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, given, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
      timeout: within,
      killSignal: "SIGKILL",
    });
    let said = "";
    let output = "";
    child.stdout?.on("data", (text) => {
      said += text;
      output += text;
    });
    child.stderr?.on("data", (text) => (said += text));
    child.once("error", (error) => resolve({ code: 127, said: error.message, output }));
    child.once("close", (code) => resolve({ code: code ?? 1, said, output }));
  });
}

/** Runs npm itself: the one that started this program, or else the first in the path. */
export function runNpm(given, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith(".js")) return run(process.execPath, [npm, ...given], options);
  return run("npm", given, options);
}

/** Runs the program of an installed package, without npx in between. */
export function runPackage(path, given, options) {
  return run(process.execPath, [join(root, "node_modules", path), ...given], options);
}
