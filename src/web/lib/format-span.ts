import { retentionMessages } from "#shared/messages/privacy/retention-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { fill } from "#shared/language.ts";
import type { Span } from "#shared/retention-bounds.ts";

/** Formats a length of time in words. */
export function useFormatSpan(): (span: Span) => string {
  const { span } = useMessages(retentionMessages);
  return ({ amount, unit }) =>
    fill(amount === 1 ? span[unit].one : span[unit].many, { count: amount });
}
