import { loanName } from "#shared/loan-names.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";

/** Returns the function that names a loan's product or purpose in the member's language. */
export function useLoanName(): (stored: string) => string {
  const { loanNames } = useMessages(statementsMessages);
  return (stored) => loanName(loanNames, stored);
}
