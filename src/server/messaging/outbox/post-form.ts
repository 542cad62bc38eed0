import { ask, type Reply } from "#server/kernel/platform/http-request.ts";

export interface FormPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: URLSearchParams;
  /** Milliseconds until there is a connection, and until the answer is read to its end. */
  readonly connectMs: number;
  readonly totalMs: number;
}

export type FormAnswer = Reply;

/** Posts a form and reads the answer; throws when there is none in time. */
export function postForm({ form, headers, ...post }: FormPost): Promise<FormAnswer> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return ask({ ...post, method: "POST", headers: { ...headers, ...type }, body: form.toString() });
}
