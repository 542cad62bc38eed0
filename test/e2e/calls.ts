import { type APIRequestContext, expect, type Page } from "@playwright/test";
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

/** Holds the calls to an address until the returned function is called. */
export async function holdCalls(page: Page, address: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
