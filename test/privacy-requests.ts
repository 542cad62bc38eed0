import { expect } from "vitest";
import type { ServedSociety } from "./served-society.ts";
import { sendAsShown } from "./shown-steps.ts";

/** The address where members send requests about their data. */
export const mine = "/api/v1/privacy";
/** The address where the office answers them. */
export const desk = "/api/v1/privacy-requests";

/** Returns the calls of people about requests, each by the token of that name. */
export function privacyCalls(society: ServedSociety, tokens: Readonly<Record<string, string>>) {
  const send = (who: string, to: string, body: unknown = {}) =>
    sendAsShown(society, { token: tokens[who] ?? "", path: to, body });
  const read = (who: string, to: string) => society.send("GET", to, { token: tokens[who] ?? "" });
  const asked = async (who: string, body: unknown): Promise<string> => {
    const reply = await send(who, `${mine}/requests`, body);
    expect(reply.status, reply.text).toBe(201);
    return (reply.body as { id: string }).id;
  };
  const begun = async (who: string, body: unknown): Promise<string> => {
    const id = await asked(who, body);
    expect((await send("clerk", `${desk}/${id}/start`)).status).toBe(201);
    return id;
  };
  return { send, read, asked, begun };
}
