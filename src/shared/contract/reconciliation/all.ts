import type { Endpoint } from "../kernel/endpoint.ts";
import * as statementFiles from "./files.ts";
import * as matching from "./matching.ts";
import * as dayStatement from "./statement.ts";

/** The calls of reconciliation, in the order of its work. */
export const reconciliationEndpoints: readonly Endpoint[] = [
  statementFiles.overview,
  statementFiles.preview,
  statementFiles.load,
  matching.openItems,
  matching.matches,
  matching.propose,
  matching.match,
  matching.confirmMatch,
  matching.confirmAll,
  matching.undoMatch,
  matching.note,
  matching.enterLine,
  matching.correctLine,
  dayStatement.statement,
  dayStatement.statementFile,
];
