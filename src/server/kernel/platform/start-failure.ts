import { Problem } from "./problem.ts";

/** One cause of a failed start: how to recognise it, and the advice for the operator. */
interface Cause {
  readonly codes: readonly string[];
  readonly message?: RegExp;
  readonly advice: string;
}

const causes: readonly Cause[] = [
  {
    codes: [],
    message: /unsupported startup parameter/,
    advice:
      "DATABASE_URL names a pooler, such as PgBouncer, which accepts no settings at the start of " +
      "a connection. Set DATABASE_POOLER=pgbouncer: docs/operations.md.",
  },
  {
    codes: [],
    message: /statement pooling mode/,
    advice:
      "PgBouncer runs in statement mode, in which there are no transactions. Set " +
      "pool_mode = transaction or session there.",
  },
  {
    codes: ["ENOSPC", "EDQUOT", "53100"],
    message: /no space left on device|disk quota exceeded/i,
    advice:
      "The disk is full. Make room on the disk that holds DATA_DIR or the database, then start " +
      "again. Nothing that was saved is lost.",
  },
  {
    codes: ["EROFS"],
    message: /read-only file system/i,
    advice:
      "The disk is read-only. Mount it for writing, or set DATA_DIR to a folder that can be " +
      "written, then start again.",
  },
  {
    codes: ["25006"],
    advice:
      "The database is read-only: it is a standby, or default_transaction_read_only is on. Point " +
      "DATABASE_URL at the primary, then start again.",
  },
  {
    codes: ["EACCES", "EPERM"],
    advice:
      "This user is not allowed to write there. Start as the user that owns the folder, or set " +
      "DATA_DIR to another one.",
  },
  {
    codes: ["57P01", "57P02", "57P03", "ECONNRESET", "EPIPE"],
    // The last is the embedded database, for which the operator has set no address.
    message:
      /Connection terminated(?! due)|connection error and is not queryable|cluster\/\.s\.PGSQL/,
    advice:
      "The database stopped, or ended the connection. Run the same again: each step is kept " +
      "whole or not at all. If it happens again, PostgreSQL's log says why.",
  },
  {
    codes: ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH"],
    advice:
      "The database cannot be reached. Check that PostgreSQL runs and that DATABASE_URL names " +
      "its host and port.",
  },
];

/**
 * Returns the message for a failed start: what happened and, if the cause is known, what to do
 * about it. Never a stack.
 */
export function startFailure(error: unknown): string {
  const chain = chainOf(error);
  const happened = reasonOf(error);
  const known = causes.find((cause) => chain.some((one) => isCausedBy(one, cause)));
  return known === undefined ? happened : `${known.advice}\n(${happened.trim()})`;
}

/**
 * Returns what happened: Node's error for a host with several addresses, of which none answers, has
 * no words of its own.
 */
export function reasonOf(error: unknown): string {
  return chainOf(error).find(tellsWhy)?.message ?? String(error);
}

/** "busy" means nothing to an operator, but its cause does. */
function tellsWhy(error: Error): boolean {
  return error.message !== "" && !(error instanceof Problem && error.cause !== undefined);
}

/** An error, those it aggregates and those that caused it. */
function chainOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(chainOf) : [];
  return [error, ...gathered, ...chainOf(error.cause)];
}

function isCausedBy(error: Error, { codes, message }: Cause): boolean {
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && codes.includes(code)) || message?.test(error.message) === true
  );
}
