import { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import { usedKeys, withdrawKey } from "#server/kernel/documents/document-keys.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { inColumns } from "./columns.ts";
import { readGiven, usageOf } from "./forms.ts";

/** The length of a reason in characters, as the table `withdrawn_document_key` has it. */
const REASON_LENGTH = { min: 10, max: 500 } as const;

/** Lists the keys that signed documents, or withdraws one; returns the exit code. */
export async function runDocumentKeys(
  database: Database,
  given: readonly string[],
  { secret }: Pick<Config, "secret">,
): Promise<number> {
  const present = new DocumentSigner(secret).publicKey;
  if (given.length === 0) return list(database, present);
  const asked = read(given);
  if (asked === null) {
    console.log(usageOf("document-keys"));
    return 2;
  }
  if (asked.key === present) {
    console.log("This key signs documents now. Start the portal with a new AKIBA_SECRET first.");
    return 1;
  }
  return withdraw(database, asked);
}

async function list(database: Database, present: string): Promise<number> {
  const keys = await usedKeys(database.oneStatementSnapshot());
  const cells = keys.map(({ public_key: key, first_used_at: first, withdrawn_at: withdrawn }) => [
    key,
    first.toISOString(),
    withdrawn === null ? stateOf(key, present) : `withdrawn ${withdrawn.toISOString()}`,
  ]);
  for (const line of inColumns([["KEY", "FIRST USED", "STATE"], ...cells])) console.log(line);
  return 0;
}

function stateOf(key: string, present: string): string {
  return key === present ? "signs now" : "trusted";
}

interface Withdrawal {
  readonly key: string;
  readonly reason: string;
}

function read([step, ...given]: readonly string[]): Withdrawal | null {
  if (step !== "withdraw") return null;
  try {
    const { values, positionals } = readGiven("document-keys withdraw", given);
    const [key = ""] = positionals;
    const reason = (values.reason ?? "").trim();
    const isLong = reason.length >= REASON_LENGTH.min && reason.length <= REASON_LENGTH.max;
    return isLong ? { key, reason } : null;
  } catch (error) {
    console.log((error as Error).message);
    return null;
  }
}

async function withdraw(database: Database, { key, reason }: Withdrawal): Promise<number> {
  const isWithdrawn = await database.unitOfWork("operator", (work) =>
    withdrawKey(work, key, reason),
  );
  console.log(
    isWithdrawn
      ? "The key is withdrawn. Files that it signed no longer count as issued; codes still do."
      : "No such trusted key. Run the command without arguments to list the keys.",
  );
  return isWithdrawn ? 0 : 1;
}
