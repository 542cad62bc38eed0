import * as auth from "./auth.ts";
import type { Endpoint } from "./endpoint.ts";
import * as health from "./health.ts";
import * as instantLoans from "./instant-loans.ts";
import * as loanLife from "./loan-life.ts";
import * as members from "./members.ts";
import * as society from "./society.ts";
import * as statements from "./statements.ts";

/** Every call of the product, in the order the reference page shows them. */
export const everyEndpoint: readonly Endpoint[] = [
  auth.authenticate,
  auth.registerOtp,
  auth.register,
  auth.changePassword,
  auth.session,
  auth.signOut,
  members.member,
  members.totals.savings,
  members.totals.dividendPayable,
  members.totals.shareCapital,
  statements.dividend,
  statements.loans,
  statements.guarantor,
  statements.shareCapital,
  statements.savings,
  statements.savingsBroughtForward,
  statements.withdrawable,
  statements.running,
  statements.issueDocument,
  statements.loan,
  statements.overview,
  statements.verification,
  instantLoans.policyInForce,
  instantLoans.setPolicy,
  instantLoans.previewPolicy,
  instantLoans.eligibility,
  instantLoans.register,
  instantLoans.loans,
  instantLoans.amend,
  loanLife.queue,
  loanLife.application,
  loanLife.withdrawal,
  loanLife.approval,
  loanLife.decline,
  loanLife.disbursement,
  loanLife.repayment,
  society.header,
  society.notices,
  health.live,
  health.ready,
];
