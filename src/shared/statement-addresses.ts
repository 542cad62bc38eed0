import { paths } from "./page-addresses.ts";
import { runningStatementKinds } from "./statement-columns.ts";

/**
 * The addresses of the running statements that pages link to; in a separate file, because Login
 * needs none.
 */
export const statementPaths = {
  dividendList: runningStatementKinds.dividend.address,
  shareCapital: runningStatementKinds["share-capital"].address,
  shareStatement: runningStatementKinds.savings.address,
} as const;

/** The address of every page. */
export const everyPath: readonly string[] = [
  ...Object.values(paths),
  ...Object.values(runningStatementKinds).map(({ address }) => address),
];
