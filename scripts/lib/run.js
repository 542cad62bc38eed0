import { spawn } from "node:child_process";
import { join } from "node:path";

/** The folder that holds package.json. */
export const root = join(import.meta.dirname, "../..");

/**
 * Runs a program to its end and answers its exit code and what it said; with `show`, what it
 * says goes to the terminal as it comes.
 */
export function run(command, given, { env = {}, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, given, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    let said = "";
    child.stdout?.on("data", (text) => (said += text));
    child.stderr?.on("data", (text) => (said += text));
    child.once("error", (error) => resolve({ code: 127, said: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, said }));
  });
}

/** Runs the program of an installed package, without npx between it and us. */
export function runPackage(path, given, options) {
  return run(process.execPath, [join(root, "node_modules", path), ...given], options);
}
