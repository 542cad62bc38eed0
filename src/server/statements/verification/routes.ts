import { sealedRows, verification } from "#shared/contract/statements/verification.ts";
import { type Mounted, mountRead } from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { presentIssued } from "./present.ts";
import { issuedUnder, sealedRowsUnder } from "./queries.ts";

/** The public check: whether this paper was issued, and with which figures. */
export function verificationRoutes(): Mounted[] {
  return [
    mountRead(verification, async (snapshot, { params }) => {
      const issued = await issuedUnder(snapshot, params.code);
      if (issued === null) throw new Problem("no-such-code");
      return presentIssued(issued);
    }),
    mountRead(sealedRows, async (snapshot, { params }) => {
      const found = await sealedRowsUnder(snapshot, params.code);
      if (found === null) throw new Problem("no-such-code");
      return { sealed: Buffer.from(found.sealed_record ?? []).toString("base64") };
    }),
  ];
}
