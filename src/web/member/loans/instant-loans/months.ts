import { fill } from "#shared/language.ts";
import { useLoanWords } from "#web/lib/loan-words.ts";

/** Says a number of months. */
export function useMonths(): (count: number) => string {
  const { apply } = useLoanWords();
  return (count) => (count === 1 ? apply.oneMonth : fill(apply.someMonths, { count }));
}
