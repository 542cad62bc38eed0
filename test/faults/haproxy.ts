import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findPort } from "../../scripts/lib/find-port.js";
import { until } from "./running-server.ts";

const env = { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` };

/** Whether a HAProxy is installed. */
export const hasHaproxy: boolean = spawnSync("haproxy", ["-v"], { env }).status === 0;

/** How often it asks an instance whether it is ready; the first failure takes it out. */
export const CHECK_EVERY_MS = 200;

/** A real HAProxy before the instances at these ports. */
export class Haproxy {
  readonly #folder: string;
  readonly #ports: readonly string[];
  #port = "";
  #process: ChildProcess | null = null;

  constructor(folder: string, ports: readonly string[]) {
    this.#folder = folder;
    this.#ports = ports;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    this.#port = await findPort();
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, this.#config());
    const child = spawn("haproxy", ["-db", "-f", file], { env, stdio: "ignore" });
    this.#process = child;
    await until("HAProxy listens", () => accepts(this.#port));
    return this;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  // A proxy's own errors say nothing of the portal: the client gets no answer instead.
  #config(): string {
    const silent = [502, 503, 504].map((status) => `  errorfile ${status} /dev/null`).join("\n");
    const check = `check inter ${CHECK_EVERY_MS}ms fall 1 rise 1`;
    const servers = this.#ports.map((port, at) => `  server s${at} 127.0.0.1:${port} ${check}`);
    return `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
${silent}
frontend members
  bind 127.0.0.1:${this.#port}
  default_backend akiba
backend akiba
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
${servers.join("\n")}
`;
  }
}

function accepts(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
