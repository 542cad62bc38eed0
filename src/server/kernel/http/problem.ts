import type { Language } from "#shared/language.ts";
import { refusalWords, waitWords } from "#shared/messages/kernel/refusals.ts";
import type { Refusal } from "#server/kernel/platform/refusal.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An error in the shape of RFC 9457 with the contract's `code` and `message` beside it. */
export function problem(refusal: Refusal, language: Language): ErrorAnswer {
  const errors = fieldErrors(refusal, language);
  const message = fieldsInOne(refusal, errors) ?? wordsOf(refusal, language);
  return {
    status: refusal.status,
    mediaType: "application/problem+json; charset=utf-8",
    headers: refusalHeaders(refusal),
    body: {
      type: "about:blank",
      title: refusal.code,
      status: refusal.status,
      detail: message,
      code: refusal.status,
      message,
      reason: refusal.code,
      ...(errors.length > 0 && { errors }),
      ...(refusal.changes.length > 0 && { changes: refusal.changes }),
    },
  };
}

/** An error in the sign-in shape of the earlier client, whose `status` means success. */
export function signInProblem(refusal: Refusal, language: Language): ErrorAnswer {
  const [firstField] = fieldErrors(refusal, language);
  const message = firstField?.message ?? wordsOf(refusal, language);
  return {
    status: refusal.status,
    mediaType: "application/json; charset=utf-8",
    headers: refusalHeaders(refusal),
    body: {
      status: 1,
      code: refusal.status,
      message,
      errors: [message],
      token: null,
      memberNo: null,
    },
  };
}

/** How many fields a message names; the list of errors names them all. */
const MOST_FIELDS = 3;

/**
 * The words of the fields as one message, since earlier clients show nothing else; null where the
 * problem is of no field or has words of its own.
 */
function fieldsInOne({ code }: Refusal, errors: readonly { message: string }[]): string | null {
  if (code !== "invalid" || errors.length === 0) return null;
  const different = [...new Set(errors.map(({ message }) => message))];
  return different.slice(0, MOST_FIELDS).join(" ");
}

function wordsOf(refusal: Refusal, language: Language): string {
  const wait = waitWords(language, refusal.retryAfter ?? 0);
  return refusalWords(language, refusal.code, { wait, ...refusal.values });
}

/** How many fields an answer names: a few kilobytes can hold thousands of wrong ones. */
const MOST_ERRORS = 200;

function fieldErrors(refusal: Refusal, language: Language) {
  return refusal.fields.slice(0, MOST_ERRORS).map(({ field, problem, values }) => ({
    field,
    message: refusalWords(language, problem, values),
  }));
}

function refusalHeaders({ retryAfter, status }: Refusal): Record<string, string> {
  return {
    ...(retryAfter !== null && { "retry-after": String(retryAfter) }),
    ...(status === 401 && { "www-authenticate": "Bearer" }),
  };
}
