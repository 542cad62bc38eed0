import { post } from "#shared/contract/cases/own.ts";
import { elect } from "#shared/contract/dividends/splits.ts";
import { register } from "#shared/contract/loans/instant-loans.ts";
import { ask } from "#shared/contract/privacy/requests.ts";
import { lookAtDividend } from "./dividends/unsent-split.ts";
import type { Kinds } from "./identity/unsent/kinds.ts";
import { lookAtLoan } from "./loans/instant-loans/unsent-application.ts";

/** The calls that may be made later without a code. None of them moves money. */
export const unsentKinds: Kinds = {
  application: { endpoint: register, look: lookAtLoan },
  case: { endpoint: post },
  split: { endpoint: elect, look: lookAtDividend },
  request: { endpoint: ask },
};
