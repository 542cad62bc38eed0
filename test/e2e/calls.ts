import { type APIRequestContext, expect } from "@playwright/test";
import { memberPassword, openSession, staffPassword } from "./portal.ts";

/** Calls the API as a person, as their page does, and returns the answer. */
export async function callsOf(request: APIRequestContext, memberNo: string) {
  const password = memberNo.startsWith("ST") ? staffPassword : memberPassword;
  const { origins } = await openSession(request, { memberNo, password });
  const token = origins[0]?.localStorage.find(({ name }) => name === "access")?.value ?? "";
  return async <Answer>(method: string, path: string, data?: unknown): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await request.fetch(`/api/v1/${path}`, {
      method,
      headers,
      ...(data !== undefined && { data }),
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Answer;
  };
}
