import type { Endpoint } from "../kernel/endpoint.ts";
import { contributionCalls } from "./advice.ts";
import * as files from "./files.ts";
import { checkOffMonths } from "./own-months.ts";
import * as posting from "./posting.ts";
import * as reading from "./reading.ts";
import * as review from "./review.ts";
import * as variance from "./variance.ts";

/** The calls of check-off: files, and the deductions that the employer is asked to make. */
export const checkOffCalls: readonly Endpoint[] = [
  checkOffMonths,
  files.batches,
  reading.preview,
  files.prepare,
  files.batch,
  files.lines,
  files.decide,
  files.setValueDate,
  files.rematch,
  posting.reversePlacement,
  posting.insist,
  posting.post,
  files.discard,
  posting.reversal,
  posting.reverse,
  files.place,
  variance.variance,
  variance.varianceFile,
  review.review,
  review.reviewFile,
  ...contributionCalls,
];
