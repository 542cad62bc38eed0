import type { Language } from "#shared/language.ts";
import { refusalWords, waitWords } from "#shared/messages/refusals.ts";
import type { Refusal } from "#server/platform/refusal.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An error in the shape of RFC 9457 with the contract's `code` and `message` beside it. */
export function problem(refusal: Refusal, language: Language): ErrorAnswer {
  const message = wordsOf(refusal, language);
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
      ...(refusal.fields.length > 0 && { errors: fieldErrors(refusal, language) }),
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

function wordsOf(refusal: Refusal, language: Language): string {
  const wait = waitWords(language, refusal.retryAfter ?? 0);
  return refusalWords(language, refusal.code, { wait, ...refusal.values });
}

function fieldErrors(refusal: Refusal, language: Language) {
  return refusal.fields.map(({ field, problem, values }) => ({
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
