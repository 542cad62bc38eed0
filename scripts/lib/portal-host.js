import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { findPort } from "./find-port.js";
import { root } from "./run.js";

let host = null;

/**
 * Starts a portal of the built server, with variables of its environment, in a process that runs
 * all the portals of this one. Only its first start loads the server, which is most of a start, and
 * the others find its code compiled.
 */
export async function startPortal(environment) {
  host ??= new PortalHost();
  return host.start(environment);
}

class PortalHost {
  #process;
  #waiting = new Map();

  constructor() {
    this.#process = fork(join(root, "scripts/lib/hosted-portals.js"), {
      cwd: root,
      env: { ...process.env, NODE_ENV: "test" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // It ends with this process, and keeps nobody waiting.
    this.#process.unref();
    this.#process.channel.unref();
    this.#process.on("message", ({ id, problem }) => this.#settle(id, problem));
    this.#process.on("exit", () => this.#giveUp());
  }

  async start(environment) {
    const id = randomUUID();
    const port = await findPort();
    // So that no .env is read; and an empty variable counts as absent.
    const own = { HOST: "127.0.0.1", PORT: port, ...environment };
    await this.#ask({ id, environment: own });
    return { url: `http://127.0.0.1:${port}`, stop: () => this.#ask({ id, environment: null }) };
  }

  #ask(message) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      this.#process.channel?.ref();
      this.#process.send(message, (error) => error && this.#settle(message.id, error.message));
    });
  }

  #settle(id, problem) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#process.channel?.unref();
    if (problem) asked?.reject(new Error(problem));
    else asked?.resolve();
  }

  #giveUp() {
    if (host === this) host = null;
    for (const id of this.#waiting.keys()) this.#settle(id, "the process of the portals ended");
  }
}
