import { fork } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { fileCheckPage } from "./file-check-page.js";
import { loadTypescript } from "./load-typescript.js";
import { root } from "./run.js";
import { runServer } from "./run-server.js";
import { say, since } from "./say.js";

// An editor may write a file in several steps.
const settleWithin = 30;

/** The server of `npm run dev`: bundled and started again when its sources change. */
export class ReloadingServer {
  #dataDir;
  #home;
  #made;
  #running = null;
  #standby = null;
  #settings = null;
  #restarting = Promise.resolve();
  #due = null;

  constructor(dataDir) {
    this.#dataDir = dataDir;
    // One for each process: two may run in one clone.
    this.#home = join(root, ".cache", `dev-${process.pid}`);
    this.#made = makeHome(this.#home);
  }

  /** The address of the server that answers now. */
  get url() {
    return this.#running.url;
  }

  /** Starts the present sources, and then stops the former server; throws if they do not start. */
  async restart() {
    await this.#made;
    const former = this.#running;
    const dir = join(this.#home, "dist/server");
    const standby = this.#standby ?? standBy(dir);
    this.#standby = null;
    this.#settings ??= await loadTypescript("rolldown.config.ts");
    try {
      await bundleServer(this.#settings.default, dir);
    } catch (error) {
      this.#standby = standby;
      throw error;
    }
    this.#running = await runServer(this.#dataDir, {}, (environment) => {
      standby.send({ program: join(dir, "main.js"), environment });
      return standby;
    });
    await former?.stop();
    this.#standby = standBy(dir);
  }

  /** Restarts after each change that a watcher of files reports. */
  followChanges(watcher) {
    const folders = ["src/server", "src/shared", "migrations"].map((name) => join(root, name));
    watcher.add(folders);
    watcher.on("all", (_, path) => {
      const isSource = folders.some((folder) => path.startsWith(folder));
      if (!isSource || path.endsWith(".test.ts")) return;
      clearTimeout(this.#due);
      this.#due = setTimeout(() => {
        this.#restarting = this.#restartAfter(this.#restarting);
      }, settleWithin);
    });
  }

  async stop() {
    clearTimeout(this.#due);
    await this.#restarting;
    await this.#running?.stop();
    this.#standby?.kill();
    rmSync(this.#home, { recursive: true, force: true });
  }

  async #restartAfter(last) {
    await last;
    const began = performance.now();
    try {
      await this.restart();
      say(`The server restarted in ${since(began)}`);
    } catch (error) {
      console.error(`${error.message}\nThe server as it was before this change still answers.`);
    }
  }
}

/** The bundle finds its migrations and its page where the built server has them. */
async function makeHome(home) {
  mkdirSync(join(home, "dist/web"), { recursive: true });
  symlinkSync(join(root, "migrations"), join(home, "migrations"));
  const page = readFileSync(join(root, "src/web/index.html"), "utf8");
  writeFileSync(join(home, "dist/web/index.html"), page.replace("./main.tsx", "/main.tsx"));
  writeFileSync(join(home, "dist/web/file-check.html"), await fileCheckPage());
}

/** Starts the process of the next server before its bundle is made; see standby-server.js. */
function standBy(dir) {
  const program = join(root, "scripts/lib/standby-server.js");
  const stdio = ["ignore", "ignore", "inherit", "ipc"];
  return fork(program, [dir], { cwd: root, env: { ...process.env, NODE_ENV: "test" }, stdio });
}

async function bundleServer(config, dir) {
  const bundle = await rolldown({ ...config, cwd: root, logLevel: "warn" });
  // The source maps would take over a third of the time.
  await bundle.write({ ...config.output, dir, cleanDir: false, sourcemap: false });
  await bundle.close();
}
