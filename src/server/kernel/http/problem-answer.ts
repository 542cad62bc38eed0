import type { Language } from "#shared/language.ts";
import { problemWords, waitWords } from "#shared/messages/kernel/problems.ts";
import type { Problem } from "#server/kernel/platform/problem.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with the identifier of the request, by which the log can be searched. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An error in the shape of RFC 9457 with the contract's `code` and `message` beside it. */
export function problemAnswer(problem: Problem, language: Language): ErrorAnswer {
  const errors = fieldErrors(problem, language);
  const message = fieldsInOne(problem, errors) ?? wordsOf(problem, language);
  return {
    status: problem.status,
    mediaType: "application/problem+json; charset=utf-8",
    headers: problemHeaders(problem),
    body: {
      type: "about:blank",
      title: problem.code,
      status: problem.status,
      detail: message,
      code: problem.status,
      message,
      reason: problem.code,
      ...(errors.length > 0 && { errors }),
      ...(problem.changes.length > 0 && { changes: problem.changes }),
    },
  };
}

/** An error in the sign-in shape of the earlier client, whose `status` means success. */
export function signInProblem(problem: Problem, language: Language): ErrorAnswer {
  const [firstField] = fieldErrors(problem, language);
  const message = firstField?.message ?? wordsOf(problem, language);
  return {
    status: problem.status,
    mediaType: "application/json; charset=utf-8",
    headers: problemHeaders(problem),
    body: {
      status: 1,
      code: problem.status,
      message,
      errors: [message],
      token: null,
      memberNo: null,
    },
  };
}

/** How many fields a message names; the list of errors names them all. */
const MAX_FIELDS = 3;

/**
 * The messages of the fields as one, since earlier clients show nothing else; null if the problem
 * has no field or its own message.
 */
function fieldsInOne({ code }: Problem, errors: readonly { message: string }[]): string | null {
  if (code !== "invalid" || errors.length === 0) return null;
  const different = [...new Set(errors.map(({ message }) => message))];
  return different.slice(0, MAX_FIELDS).join(" ");
}

function wordsOf(problem: Problem, language: Language): string {
  const wait = waitWords(language, problem.retryAfter ?? 0);
  return problemWords(language, problem.code, { wait, ...problem.values });
}

/** The most fields an answer names: a few kilobytes can hold thousands of wrong ones. */
const MAX_ERRORS = 200;

function fieldErrors(problem: Problem, language: Language) {
  return problem.fields.slice(0, MAX_ERRORS).map(({ field, problem, values }) => ({
    field,
    message: problemWords(language, problem, values),
  }));
}

function problemHeaders({ retryAfter, status }: Problem): Record<string, string> {
  return {
    ...(retryAfter !== null && { "retry-after": String(retryAfter) }),
    ...(status === 401 && { "www-authenticate": "Bearer" }),
  };
}
