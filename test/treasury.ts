import { employ, signIn, tryToApprove } from "./people.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

interface Entered {
  readonly id: string;
  readonly approvalId: string;
}

/** The staff who enter, approve and read the society's money, by staff number. */
const roles = {
  CLERK: "clerk",
  TELLER: "teller",
  LOANS: "loans-officer",
  TREASURER: "treasurer",
  ADMIN: "administrator",
  SECOND: "administrator",
  AUDITOR: "auditor",
} as const;

/** Employs the treasury's people and signs each in: their tokens are put into `tokens`. */
export async function staffTreasury(society: ServedSociety, tokens: Record<string, string>) {
  for (const [staffNo, role] of Object.entries(roles)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
}

/** The calls of the treasury, as the people of a test society make them. */
export function treasuryCalls(society: ServedSociety, tokens: Readonly<Record<string, string>>) {
  const tokenOf = (who: string) => tokens[who] ?? "";
  const tryToEnter = (body: object, who = "TREASURER"): Promise<Reply> =>
    society.send("POST", "/api/v1/treasury/movements", { token: tokenOf(who), body });
  const enter = async (body: object, who = "TREASURER"): Promise<Entered> => {
    const reply = await tryToEnter({ description: "As on the slip", ...body }, who);
    if (reply.status !== 201) throw new Error(`not entered: ${reply.text}`);
    return reply.body as Entered;
  };
  const approve = (approvalId: string, who = "ADMIN"): Promise<Reply> =>
    tryToApprove(society, tokenOf(who), approvalId);
  /** Enters a movement and has it approved; returns its number. */
  const book = async (body: object): Promise<string> => {
    const { id, approvalId } = await enter(body);
    const reply = await approve(approvalId);
    if (reply.status !== 201) throw new Error(`not approved: ${reply.text}`);
    return id;
  };
  const read = async (id: string, who = "AUDITOR") =>
    (await society.send("GET", `/api/v1/treasury/movements/${id}`, { token: tokenOf(who) })).body;
  const attach = (body: Uint8Array, type: string, who = "TREASURER"): Promise<Reply> =>
    society.send("POST", "/api/v1/treasury/attachments?fileName=slip.pdf", {
      token: tokenOf(who),
      body,
      headers: { "content-type": type },
    });
  const tryToOpen = (body: object, who = "ADMIN"): Promise<Reply> =>
    society.send("POST", "/api/v1/books/chart", { token: tokenOf(who), body });
  /** Adds an account of expense to the chart, or what is given of another; returns its code. */
  const openAccount = async (body: object): Promise<string> => {
    const kinds = ["expense-by-bank", "expense-by-mpesa", "expense-in-cash"];
    const reply = await tryToOpen({ type: "expense", kinds, ...body });
    if (reply.status !== 201) throw new Error(`not opened: ${reply.text}`);
    return (reply.body as { code: string }).code;
  };
  const tryToClose = (code: string, who = "ADMIN"): Promise<Reply> =>
    society.send("POST", `/api/v1/books/chart/${code}/closing`, { token: tokenOf(who), body: {} });
  const ofAccounts = { tryToOpen, openAccount, tryToClose };
  return { tryToEnter, enter, approve, book, read, attach, ...ofAccounts };
}
