import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, lstatSync, lutimesSync, mkdirSync } from "node:fs";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { layProduct } from "./product-tree.js";
import { root, run } from "./run.js";

const home = "usr/lib/akiba";
const doc = "usr/share/doc/akiba";

/** The settings that a fresh installation has, besides the defaults of .env.example. */
const settings = {
  AKIBA_MODE: "production",
  TRUST_PROXY: "127.0.0.1",
  DATA_DIR: "/var/lib/akiba",
  AKIBA_BACKUP_DIR: "/var/backups/akiba",
};

const architectures = { x64: "amd64", arm64: "arm64" };

/**
 * Writes a Debian package of the built product into a folder and returns its path. `runtime` is a
 * folder with Node, `version` the release, `at` the time of the files in seconds since 1970: the
 * same three and the same build give the same bytes.
 */
export async function writeDebianPackage({ runtime, version, at, folder, level = 9 }) {
  const architecture = architectures[process.arch];
  const stage = join(folder, `stage-${process.pid}`);
  rmSync(stage, { recursive: true, force: true });
  try {
    layFiles(stage, { runtime, version, at });
    settle(stage, at);
    layControl(stage, { version, architecture });
    settle(join(stage, "DEBIAN"), at);
    lutimesSync(stage, at, at);
    const file = join(folder, `akiba_${version}_${architecture}.deb`);
    // One thread: the bytes of a compressed stream depend on the number of them.
    const given = ["--root-owner-group", "-Zzstd", `-z${level}`, "--threads-max=1"];
    const env = { SOURCE_DATE_EPOCH: String(at) };
    const { code, said } = await run("dpkg-deb", [...given, "--build", stage, file], { env });
    if (code !== 0) throw new Error(`dpkg-deb failed: ${said.trim()}`);
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function layFiles(stage, { runtime, version, at }) {
  const product = join(stage, home);
  mkdirSync(product, { recursive: true });
  layProduct(product);
  put(stage, `${home}/bin/node`, readFileSync(join(runtime, "bin/node")));
  put(stage, `${doc}/node-licence.txt`, readFileSync(join(runtime, "LICENSE")));
  for (const [from, to] of [
    ["ops/debian/akiba", "usr/bin/akiba"],
    ["ops/debian/akiba.service", "usr/lib/systemd/system/akiba.service"],
    ["ops/debian/copyright", `${doc}/copyright`],
    ["ops/debian/lintian-overrides", "usr/share/lintian/overrides/akiba"],
    ["THIRD-PARTY-NOTICES.txt", `${doc}/third-party-notices.txt`],
  ]) {
    put(stage, to, readFileSync(join(root, from)));
  }
  put(stage, "etc/akiba/akiba.env", settingsFile());
  put(stage, `${doc}/changelog.gz`, gzipSync(changelog(version, at), { level: 9 }));
  for (const name of readdirSync(join(root, "docs")).filter((each) => each.endsWith(".md"))) {
    copyFileSync(join(root, "docs", name), join(stage, doc, name));
  }
  for (const name of ["caddy", "nginx", "haproxy", "prometheus", "grafana"]) {
    cpSync(join(root, "ops", name), join(stage, doc, "examples", name), { recursive: true });
  }
}

/** The settings of a fresh installation: .env.example with other words on top. */
export function settingsFile() {
  const example = readFileSync(join(root, ".env.example"), "utf8");
  const [, ...rest] = example.split("\n\n");
  const opening =
    "# Every setting of Akiba, with the value it has when it is not set. Uncomment what you\n" +
    "# change, then: systemctl restart akiba\n" +
    "# Only root and the portal may read this file. How to begin: /usr/share/doc/akiba/install.md";
  const named = Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^# ${name}=.*$`, "m");
    if (!line.test(text)) throw new Error(`.env.example does not have ${name}`);
    return text.replace(line, () => `${name}=${value}`);
  }, rest.join("\n\n"));
  return `${opening}\n\n${named}`;
}

function changelog(version, at) {
  const day = new Date(at * 1000).toUTCString().replace("GMT", "+0000");
  return [
    `akiba (${version}) stable; urgency=medium`,
    "",
    "  * What changed for operators, the office and members is in CHANGELOG.md of the release.",
    "",
    ` -- ${maintainer}  ${day}`,
    "",
  ].join("\n");
}

const maintainer = "The Akiba operators <root@localhost>";

function layControl(stage, { version, architecture }) {
  const files = listTree(stage).filter(({ stat }) => stat.isFile());
  const size = Math.ceil(files.reduce((sum, { stat }) => sum + stat.size, 0) / 1024);
  const template = readFileSync(join(root, "ops/debian/control"), "utf8");
  const filled = { version, architecture, maintainer, size: String(size) };
  const control = template.replaceAll(/\{(\w+)\}/g, (_, name) => filled[name]);
  put(stage, "DEBIAN/control", control);
  put(stage, "DEBIAN/conffiles", "/etc/akiba/akiba.env\n");
  for (const name of ["postinst", "prerm", "postrm"]) {
    put(stage, `DEBIAN/${name}`, readFileSync(join(root, "ops/debian", name)));
  }
  const sums = files
    .filter(({ path }) => !path.startsWith("etc/"))
    .map(({ path }) => {
      const sum = createHash("md5")
        .update(readFileSync(join(stage, path)))
        .digest("hex");
      return `${sum}  ${path}\n`;
    });
  put(stage, "DEBIAN/md5sums", sums.join(""));
}

function put(stage, path, content) {
  const file = join(stage, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const programs =
  /^usr\/bin\/|^usr\/lib\/akiba\/bin\/|\/native\/bin\/[^/]+$|^(postinst|prerm|postrm)$/;

/** Gives each file one mode and one time, whatever the umask and the clock of this machine. */
function settle(folder, at) {
  for (const { path, stat } of listTree(folder)) {
    const file = join(folder, path);
    if (!stat.isSymbolicLink()) chmodSync(file, modeOf(path, stat));
    lutimesSync(file, at, at);
  }
  chmodSync(folder, 0o755);
}

function modeOf(path, stat) {
  if (path === "etc/akiba/akiba.env") return 0o640;
  return stat.isDirectory() || programs.test(path) ? 0o755 : 0o644;
}

function listTree(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(folder, file), stat: lstatSync(file) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
