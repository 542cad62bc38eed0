import type { IncomingMessage } from "node:http";

/** An answer: its status, media type and body. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The JSON object of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns a field as text; "" if it is missing or no text or number. */
export function textIn(body: Body, field: string): string {
  const value = body[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export const json = (status: number, value: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});

export const page = (body: string): Answer => ({
  status: 200,
  type: "text/html; charset=utf-8",
  body,
});

let requests = 0;

/** An error in Daraja's shape. */
export function failure(status: number, errorCode: string, errorMessage: string): Answer {
  requests += 1;
  return json(status, { requestId: `29115-34620561-${requests}`, errorCode, errorMessage });
}

const LONGEST_BODY = 65_536;

/** Reads a JSON object; null if the body is anything else. */
export async function readBody(request: IncomingMessage): Promise<Body | null> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}
