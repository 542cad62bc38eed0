import * as z from "zod/mini";
import type { InnerPortal } from "./inner-portal.ts";
import { askHidden } from "./passphrase.ts";

/** Asks the person at the terminal for something that is not shown; null without a terminal. */
export type AskHidden = ((question: string) => Promise<string>) | null;

/** Asks at the terminal, if the input is one. */
export function hiddenTerminal(): AskHidden {
  return process.stdin.isTTY ? askHidden : null;
}

const signIn = z.object({
  token: z.nullable(z.string()),
  secondFactor: z.optional(z.object({ token: z.string(), step: z.enum(["prove", "enrol"]) })),
});
const proven = z.object({ token: z.string() });

/**
 * Signs a member of staff in with their own password and, where they have one, their second factor,
 * for what `act` does with their token; the session ends with it. Returns null and prints why if
 * they cannot sign in.
 */
export async function asStaff<T>(
  portal: InnerPortal,
  staffNo: string,
  ask: NonNullable<AskHidden>,
  act: (token: string) => Promise<T>,
): Promise<T | null> {
  const token = await signInAs(portal, staffNo, ask);
  if (token === null) return null;
  try {
    return await act(token);
  } finally {
    await portal({ method: "DELETE", path: "/api/v1/session", token });
  }
}

async function signInAs(
  portal: InnerPortal,
  staffNo: string,
  ask: NonNullable<AskHidden>,
): Promise<string | null> {
  const password = await ask(`Password of ${staffNo}: `);
  const body = { memberNo: staffNo, password };
  const answer = await portal({ method: "POST", path: "/api/v1/auth/authenticate", body });
  if (!answer.ok) return said(answer.words);
  const { token, secondFactor } = signIn.parse(answer.body);
  if (secondFactor === undefined) return token;
  if (secondFactor.step === "enrol") return said(NOT_ENROLLED);
  const code = await ask(`Code of the authenticator app of ${staffNo}, or a recovery code: `);
  const proof = await portal({
    method: "POST",
    path: "/api/v1/auth/second-factor",
    token: secondFactor.token,
    body: { code: code.trim() },
  });
  return proof.ok ? proven.parse(proof.body).token : said(proof.words);
}

const NOT_ENROLLED =
  "They have no authenticator app yet. They set it up when they sign in at the portal's page.";

/** Prints why nothing was done. */
function said(words: string): null {
  console.log(words);
  return null;
}
