import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, runNpm } from "./run.js";

const file = "dist/sbom/akiba.cdx.json";

/**
 * Writes the software bill of materials (CycloneDX, JSON): every package of the lockfile that the
 * portal runs with. Returns the exit code and what npm said.
 */
export async function writeSbom() {
  const format = ["--sbom-format=cyclonedx", "--sbom-type=application"];
  const result = await runNpm(["sbom", "--package-lock-only", ...format]);
  if (result.code !== 0) return result;
  const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${JSON.stringify(settle(JSON.parse(result.output), name))}\n`);
  return result;
}

// npm names the product after its folder and stamps each run with the time and a random number.
// Without these the same lockfile gives the same bytes.
function settle(bom, name) {
  const { timestamp: _, ...metadata } = bom.metadata;
  metadata.component.name = name;
  const used = withoutDevelopment({ ...bom, metadata });
  return { ...used, serialNumber: serialNumberOf({ ...used, serialNumber: null }) };
}

// `npm sbom --omit=dev` also leaves out packages that both the portal and a test tool use.
function withoutDevelopment(bom) {
  const components = bom.components.filter((component) => !isForDevelopment(component));
  const kept = new Set([bom.metadata.component, ...components].map((each) => each["bom-ref"]));
  const dependencies = bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
  return { ...bom, components, dependencies };
}

function isForDevelopment({ properties }) {
  return properties.some(({ name }) => name === "cdx:npm:package:development");
}

// A UUID of version 8: its bits are a hash of the rest, with two fixed digits for the version.
function serialNumberOf(bom) {
  const hash = createHash("sha256").update(JSON.stringify(bom)).digest("hex");
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(12, 15)}`];
  return `urn:uuid:${[...groups, `8${hash.slice(15, 18)}`, hash.slice(18, 30)].join("-")}`;
}
