import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lockedPackages } from "./lockfile.ts";

const root = resolve(import.meta.dirname, "..");
const file = join(root, "dist/sbom/akiba.cdx.json");

describe("the bill of materials", () => {
  it("is CycloneDX", () => {
    expect(() => cycloneDx.parse(readBom())).not.toThrow();
  });

  it("lists each package of production with the hash of the lockfile, and no other", () => {
    const listed = cycloneDx.parse(readBom()).components.map(({ name, version, hashes }) => {
      const sha = hashes.find(({ alg }) => alg === "SHA-512")?.content ?? "";
      return `${name}@${version} sha512-${Buffer.from(sha, "hex").toString("base64")}`;
    });
    const used = lockedPackages().filter(([, { dev }]) => !dev);
    const wanted = used.map(([name, each]) => `${name}@${each.version} ${each.integrity}`);
    expect(listed.toSorted()).toEqual([...new Set(wanted)].toSorted());
    expect(listed.join()).toContain("nodemailer@");
  });

  it("names no dependency that it does not list", () => {
    const { metadata, components, dependencies } = cycloneDx.parse(readBom());
    const known = new Set([metadata.component, ...components].map((each) => each["bom-ref"]));
    const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });

  it("has the same bytes whenever it is written", () => {
    const before = readFileSync(file, "utf8");
    const script = 'import("./scripts/lib/sbom.js").then(({ writeSbom }) => writeSbom())';
    expect(spawnSync(process.execPath, ["-e", script], { cwd: root }).status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

const reference = z.string().min(1);

// The requirements of the CycloneDX 1.5 schema for the parts that ours contains.
const component = z.object({
  type: z.enum(["application", "library"]),
  "bom-ref": reference,
  name: reference,
  version: reference,
  scope: z.enum(["required", "optional", "excluded"]),
  purl: z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/),
  hashes: z.array(z.object({ alg: z.literal("SHA-512"), content: z.string().length(128) })),
});

const cycloneDx = z.strictObject({
  $schema: z.literal("http://cyclonedx.org/schema/bom-1.5.schema.json"),
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.5"),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/),
  version: z.literal(1),
  metadata: z.object({
    component: component.omit({ hashes: true }).extend({
      type: z.literal("application"),
      name: z.literal("akiba"),
    }),
  }),
  components: z.array(component).min(50),
  dependencies: z.array(z.object({ ref: reference, dependsOn: z.array(reference) })),
});

function readBom(): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
