import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { fill } from "#shared/language.ts";

/** Formats a number of months. */
export function useMonths(): (count: number) => string {
  const { apply } = useMessages(loanPagesMessages);
  return (count) => (count === 1 ? apply.oneMonth : fill(apply.someMonths, { count }));
}
