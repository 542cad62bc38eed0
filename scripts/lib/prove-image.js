import { randomBytes } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildah, makeImage } from "./buildah.js";
import { systemWithCaddy, systemWithPostgres } from "./debian-system.js";
import { DebianWithPodman, expect } from "./debian-under-test.js";
import { demoMember } from "./demo-member.js";
import { nodeRuntime } from "./node-runtime.js";
import { root } from "./run.js";
import { say, since } from "./say.js";
import { until } from "./until.js";

const postgres = "docker.io/library/postgres:17";
const caddy = "docker.io/library/caddy:2";
const folder = "/srv/akiba/ops/container";
const longestStop = 15_000;
/** Where the containers reach the Debian they run in. */
const gateway = "172.28.7.1";
const smsPort = 9912;
const sentMessages = "/srv/sent-messages";
/** Caddy's own authority, which signs the certificate of a host without a public name. */
const trusted = "/srv/authority.crt";

/**
 * Runs both compose files as docs/install.md says, in a separate Debian 13 with its own Podman and
 * Compose. The images of PostgreSQL and Caddy are stand-ins with the programs of Debian. Throws at
 * the first failure.
 */
export async function proveImage() {
  makeStandIns();
  mkdirSync(join(root, ".cache/debian"), { recursive: true });
  const debian = new DebianWithPodman(join(root, ".cache/debian"), null);
  try {
    await debian.open();
    await furnish(debian);
    await followQuick(debian);
    await followSociety(debian);
  } finally {
    await debian.close();
  }
}

function makeStandIns() {
  makeImage(postgres, systemWithPostgres(), (container) => {
    const script = join(root, "scripts/stand-ins/postgres");
    buildah("copy", "--quiet", "--chmod", "755", container, script, "/start");
    const path = "PATH=/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    buildah("config", "--env", path, "--entrypoint", '["/start"]', container);
  });
  makeImage(caddy, systemWithCaddy(), (container) => {
    const command = "caddy run --config /etc/caddy/Caddyfile --adapter caddyfile";
    buildah("config", "--env", "XDG_DATA_HOME=/data", "--cmd", command, container);
  });
}

/** Gives the Debian the images, the files of ops, and what only this proof needs. */
async function furnish(debian) {
  const { place } = debian;
  cpSync(join(root, "ops"), join(place, "srv/akiba/ops"), { recursive: true });
  copyFileSync(join(await nodeRuntime(), "bin/node"), join(place, "usr/local/bin/node"));
  copyFileSync(join(root, "scripts/stand-ins/sms-gateway.js"), join(place, "srv/gateway.mjs"));
  // Limits and control groups that also a machine with the older version of the latter has.
  writeFileSync(
    join(place, "etc/containers/containers.conf"),
    '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n' +
      'cgroups = "disabled"\n[engine]\ncgroup_manager = "cgroupfs"\n',
  );
  for (const name of ["localhost/akiba:latest", postgres, caddy]) {
    buildah("push", "--quiet", name, `docker-archive:${join(place, "srv/image.tar")}:${name}`);
    debian.must(["podman", "load", "--quiet", "--input", "/srv/image.tar"]);
    debian.must(["rm", "/srv/image.tar"]);
  }
  debian.must(["systemctl", "start", "podman.socket"]);
}

async function followQuick(debian) {
  const began = performance.now();
  const quick = (...given) => compose(debian, "quick.yml", ...given);
  quick("up", "--detach", "--wait");
  const address = "http://127.0.0.1:3000/api/v1/auth/authenticate";
  expect("a member signs in", post(debian, address, demoMember) === "200");
  say(`quick.yml: ${since(began)} to a member who is signed in`);
  expectReadOnly(debian, "quick.yml", "akiba");
  await stopsInTime(() => quick("stop"));
  quick("down", "--volumes");
}

async function followSociety(debian) {
  const society = (...given) => compose(debian, "compose.yml", ...given);
  const akiba = (...given) => society("exec", "--no-TTY", "one", "akiba", ...given);
  debian.write(`${folder}/.env`, filledIn(debian));
  const send = ["/usr/local/bin/node", "/srv/gateway.mjs", String(smsPort), sentMessages];
  debian.must(["systemd-run", ...send]);
  await startSociety(debian, society, akiba);
  for (const service of ["one", "two"]) expectReadOnly(debian, "compose.yml", service);
  akiba("backup", "--to", "/var/backups/akiba");
  replaceInstances(debian, society);
  await loseContainers(debian, society);
}

async function startSociety(debian, society, akiba) {
  const began = performance.now();
  society("up", "--detach");
  const [name, short, phone] = ["Uzima Hospital Staff Sacco", "Uzima Sacco", "0709 000 210"];
  akiba("init", "--name", name, "--short", short, "--phone", phone);
  akiba("invite", "ST001", "Wanjiru Kamau", "0712345678");
  const authority = "/data/caddy/pki/authorities/local/root.crt";
  const copied = composed("compose.yml", "cp", `caddy:${authority}`, trusted);
  await until("Caddy has a certificate", () => debian.run(copied).code === 0);
  const code = await sentCode(debian);
  const password = "korosho-tamu-41";
  const body = { staffNo: "ST001", code, password, password_confirmation: password };
  const status = post(debian, "https://localhost/api/v1/auth/invitation", body);
  expect(`an invited person sets a password (${status})`, status === "201");
  say(`compose.yml: ${since(began)} to the first password, through Caddy with TLS`);
}

/** Upgrades as docs/install.md says, while somebody asks ten times a second. */
function replaceInstances(debian, society) {
  society("run", "--rm", "migrate");
  debian.must(["systemd-run", "--unit=members", "sh", "-c", asksAllTheTime]);
  for (const service of ["one", "two"]) {
    society("up", "--detach", "--force-recreate", "--no-deps", "--wait", service);
  }
  debian.must(["systemctl", "stop", "members"]);
  const statuses = debian.read(answers).trim().split("\n");
  const others = statuses.filter((status) => status !== "200");
  expect(`members are served meanwhile (${others})`, others.length === 0);
  say(`compose.yml: each instance is replaced, ${statuses.length} of ${statuses.length} answered`);
}

async function loseContainers(debian, society) {
  society("kill", "--signal", "KILL", "database");
  society("up", "--detach", "--wait", "database");
  await until("members are served after the database was killed", () => isServed(debian));
  await stopsInTime(() => society("stop", "one", "two"));
  society("down");
  society("up", "--detach");
  await until("members are served after all was removed", () => isServed(debian));
  // It exits with 1 as long as one person alone can approve.
  const staff = composed("compose.yml", "exec", "--no-TTY", "one", "akiba", "user", "list");
  expect("the volumes keep the books", debian.run(staff).said.includes("Wanjiru Kamau"));
  say("compose.yml: the books outlive a killed database and all containers");
}

const answers = "/srv/answers";
const asksAllTheTime = `while sleep 0.1; do
  curl --silent --cacert ${trusted} --max-time 20 --output /dev/null --write-out '%{http_code}\\n' \
    https://localhost/health/ready >> ${answers}
done`;

/** The example with each empty setting filled in, for a host that has no public name. */
function filledIn(debian) {
  const given = {
    AKIBA_DOMAIN: "localhost",
    SMTP_URL: `smtp://${gateway}:9925`,
    EMAIL_FROM: "akiba@uzima.example",
  };
  const lines = debian.read(`${folder}/.env.example`).split("\n");
  const filled = lines.map((line) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined) return line;
    return `${name}=${given[name] ?? (value || randomBytes(24).toString("hex"))}`;
  });
  return [...filled, `AFRICASTALKING_BASE_URL=http://${gateway}:${smsPort}`, ""].join("\n");
}

function compose(debian, file, ...given) {
  return debian.must(composed(file, ...given));
}

function composed(file, ...given) {
  const words = ["podman", "compose", "--file", file, ...given];
  return ["env", `--chdir=${folder}`, "HOME=/srv", ...words];
}

/** Returns the status of the answer. */
function post(debian, address, body) {
  const form = ["--data", JSON.stringify(body), "--header", "content-type: application/json"];
  const status = ["--output", "/dev/null", "--write-out", "%{http_code}"];
  return ask(debian, address, [...status, ...form]).said;
}

function isServed(debian) {
  return ask(debian, "https://localhost/health/ready", ["--fail"]).code === 0;
}

function ask(debian, address, given) {
  const authority = address.startsWith("https:") ? ["--cacert", trusted] : [];
  return debian.run(["curl", "--silent", "--max-time", "20", ...authority, ...given, address]);
}

function expectReadOnly(debian, file, service) {
  const touch = ["exec", "--no-TTY", service, "touch", "/usr/lib/akiba/x"];
  expect("the image cannot be written to", debian.run(composed(file, ...touch)).code !== 0);
}

async function sentCode(debian) {
  const found = () =>
    debian.has(sentMessages) && /\b\w{4}-\w{4}-\w{4}\b/.exec(debian.read(sentMessages));
  await until("a code arrives", found);
  return found()[0];
}

async function stopsInTime(stop) {
  const began = performance.now();
  stop();
  expect("it stops within 15 s", performance.now() - began < longestStop);
}
