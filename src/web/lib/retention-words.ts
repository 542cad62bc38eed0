import { fill } from "#shared/language.ts";
import { retentionEn, type RetentionWords } from "#shared/messages/privacy/retention-en.ts";
import { retentionSw } from "#shared/messages/privacy/retention-sw.ts";
import type { Span } from "#shared/retention.ts";
import { inBoth } from "./words.ts";

/** The words of the rules of retention. */
export const useRetentionWords = inBoth<RetentionWords>({ en: retentionEn, sw: retentionSw });

/** A length of time in words. */
export function useSaySpan(): (span: Span) => string {
  const { span } = useRetentionWords();
  return ({ amount, unit }) =>
    fill(amount === 1 ? span[unit].one : span[unit].many, { count: amount });
}
