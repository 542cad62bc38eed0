import { readFileSync } from "node:fs";

/** The kinds of schema that only contracts of staff use. */
const kindsOfStaff = /\bz\.(?:record|tuple|discriminatedUnion)\(/;

const COPY = "?of-staff";

/**
 * Gives contracts that use such a kind a separate copy of Zod, which only staff load. Zod has every
 * kind in one file, and if members load a file, it contains everything that any page uses.
 */
export function zodOfStaff() {
  return {
    name: "akiba:zod-of-staff",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!importer || !isForCopy(source, importer)) return null;
      const found = await this.resolve(source, importer.replace(COPY, ""), { skipSelf: true });
      return found && { ...found, id: found.id + COPY };
    },
  };
}

/** Whether a file is imported for the copy: by such a contract, or from within the copy. */
function isForCopy(source, importer) {
  if (importer.endsWith(COPY)) return true;
  return source === "zod/mini" && kindsOfStaff.test(readFileSync(importer, "utf8"));
}
