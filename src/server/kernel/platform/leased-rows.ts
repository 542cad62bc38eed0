import type * as z from "zod/mini";
import { type Statement, statement, type Value } from "./database.ts";

/** The columns, as SQL, in which a table keeps the holder of a row and the end of the lease. */
export interface LeaseColumns {
  readonly table: string;
  /** The name of a row in the conditions below. */
  readonly alias: string;
  /** The column with the time at which a row is due; for a claimed row, the end of its lease. */
  readonly until: string;
  /** The column that counts the claims, which distinguishes one claim from the next. */
  readonly tries: string;
  /** A condition on a row that is claimed, in columns without an alias. */
  readonly isClaimed: string;
  /** A column that distinguishes two claims if rows are put back and counted from zero again. */
  readonly alsoBy?: string;
  /** A call for a row is given up after this time. */
  readonly callWithinSeconds: number;
}

/** The rows that a claim takes, and how; conditions may use values from $2 on. */
interface ClaimOptions<Row> {
  /** Follows the table and its alias if the claim depends on other tables. */
  readonly join?: string;
  /** Which rows are due. */
  readonly isDue: string;
  readonly order: string;
  /** The time of the lease, as an interval. */
  readonly lease: string;
  /** Assignments beside those of the lease, each with a comma before it. */
  readonly set?: string;
  /** Follows `from due`, for columns of other tables; its condition joins them to the row. */
  readonly beside?: { readonly tables: string; readonly on: string };
  readonly returning: string;
  /** Reads the claimed rows, which are called `taken`; all their columns by default. */
  readonly reading?: string;
  readonly row: z.ZodMiniType<Row>;
}

/** The number of claims is a smallint. */
const MAX_TRIES = 30_000;

/** A fixed lease, as an interval. */
export const leaseOf = (seconds: number) => `make_interval(secs => ${seconds})`;

/**
 * Declares the statement that claims the due rows of a table, next to any number of other
 * instances. It skips rows that another is claiming, takes nothing in a copy that is held, counts
 * the claim and sets the end of its lease by the clock of the database. $1 is the number of rows at
 * most.
 */
export function claimStatement<Row>(
  name: string,
  { table, alias, until, tries }: Pick<LeaseColumns, "table" | "alias" | "until" | "tries">,
  { join = "", isDue, order, lease, set = "", beside, returning, ...rest }: ClaimOptions<Row>,
): Statement<Row> {
  const { reading = "select * from taken", row } = rest;
  return statement({
    name,
    text: `with due as (
        select ${alias}.id from ${table} ${alias} ${join}
        where ${isDue} and not akiba_held()
        order by ${order} limit $1 for update of ${alias} skip locked
      ), taken as (
        update ${table} ${alias} set ${until} = akiba_now() + ${lease},
          ${tries} = least(${alias}.${tries} + 1, ${MAX_TRIES})${set}
        from due${beside ? `, ${beside.tables}` : ""}
        where ${alias}.id = due.id${beside ? ` and ${beside.on}` : ""}
        returning ${returning}
      ) ${reading}`,
    row,
  });
}

/**
 * Rows that only one worker may act on at a time, for a limited time. The table determines what
 * happens to a claim that outlives its lease: a message is sent again, a payment is not.
 */
export class LeasedRows {
  readonly #columns: LeaseColumns;
  /** A condition on the row of one claim, with values from `ourValues`: $1, $2 and perhaps $3. */
  readonly isOurs: string;
  /** A condition on a claimed row whose claimer died or stalled. */
  readonly isAbandoned: string;

  constructor(columns: LeaseColumns) {
    const { until, tries, isClaimed, alsoBy } = columns;
    this.#columns = columns;
    const also = alsoBy === undefined ? "" : ` and ${alsoBy} = $3`;
    this.isOurs = `id = $1 and ${tries} = $2 and ${isClaimed}${also}`;
    this.isAbandoned = `(${isClaimed} and ${until} <= akiba_now())`;
  }

  /** Declares the statement that claims due rows; $1 is the maximum number of rows. */
  claim<Row>(name: string, options: ClaimOptions<Row>): Statement<Row> {
    return claimStatement(name, this.#columns, options);
  }

  /**
   * Declares the statement that finds the row of a claim while it may still be acted on: no other
   * worker has claimed it, and a whole call fits into the rest of its lease. It runs last, because
   * the process may have stalled since the claim. Its values are those of `ourValues`.
   */
  standing<Row>(name: string, columns: string, row: z.ZodMiniType<Row>): Statement<Row> {
    const { table, until, callWithinSeconds } = this.#columns;
    return statement({
      name,
      text: `select ${columns} from ${table} where ${this.isOurs}
        and ${until} >= akiba_now() + make_interval(secs => ${callWithinSeconds})`,
      row,
    });
  }

  /** Declares `standing` for the rows of many claims: $1 are their ids, $2 their tries. */
  standingAmong<Row>(name: string, columns: string, row: z.ZodMiniType<Row>): Statement<Row> {
    const { table, alias, until, tries, isClaimed, callWithinSeconds } = this.#columns;
    return statement({
      name,
      text: `select ${columns}
        from unnest($1::bigint[], $2::smallint[]) as claim (id, tries)
          join ${table} ${alias} on ${alias}.id = claim.id and ${alias}.${tries} = claim.tries
        where ${isClaimed}
          and ${until} >= akiba_now() + make_interval(secs => ${callWithinSeconds})`,
      row,
    });
  }
}

/** One claim of a row. */
export interface Claim {
  readonly id: bigint;
  /** The number of this claim. */
  readonly tries: number;
  /** The value of `alsoBy`, where the table has one. */
  readonly also?: string;
}

/** The values of `isOurs`. */
export function ourValues({ id, tries, also }: Claim): Value[] {
  return also === undefined ? [id, tries] : [id, tries, also];
}
