import { expect } from "vitest";
import { tryToApprove } from "./people.ts";
import type { Reply, ServedSociety } from "./served-society.ts";

/** Bank details as the office enters them. */
export const ACCOUNT = {
  bankName: "Benki ya Ushirika",
  branchCode: "11000",
  accountNo: "0011223344",
  accountName: "Wanjikũ Kamau, M.",
};

/** A payment of a file for the bank. */
export interface FileLine {
  readonly line: number;
  readonly memberNo: string;
  readonly state: string;
  readonly reference: string;
}

interface Lending {
  readonly society: ServedSociety;
  readonly signStaffIn: () => Promise<void>;
  readonly disbursed: (body: object) => Promise<{ memberNo: string; loanNo: string }>;
}

/** Makes loans that the office pays, whose borrowers have bank details that may be used. */
export function payableLoans(
  { society, signStaffIn, disbursed }: Lending,
  { setDetails }: Pick<ReturnType<typeof bankCalls>, "setDetails">,
) {
  const pass = async (hours: number): Promise<void> => {
    society.clock.advance(hours * 3600);
    await signStaffIn();
  };
  const payable = async (account: object = {}) => {
    const loan = await disbursed({ channel: "office" });
    await setDetails(loan.memberNo, account);
    await pass(73);
    return loan;
  };
  return { pass, payable };
}

/** The calls about transfers by the bank, as the people of a test society make them. */
export function bankCalls(society: ServedSociety, tokenOf: (who: string) => string) {
  const post = (path: string, body: object, who: string): Promise<Reply> =>
    society.send("POST", `/api/v1/${path}`, { token: tokenOf(who), body });
  const get = (path: string, who: string): Promise<Reply> =>
    society.send("GET", `/api/v1/${path}`, { token: tokenOf(who) });
  const approve = (approvalId: string, who: string): Promise<Reply> =>
    tryToApprove(society, tokenOf(who), approvalId);
  const askDetails = (memberNo: string, who = "CLERK", account: object = {}): Promise<Reply> =>
    post(`members/${memberNo}/bank-details`, { ...ACCOUNT, ...account }, who);
  const agree = async (asked: Reply, who: string): Promise<void> => {
    expect(asked.status, asked.text).toBe(201);
    const { approvalId } = asked.body as { approvalId: string };
    const reply = await approve(approvalId, who);
    expect(reply.status, reply.text).toBe(201);
  };
  /** Sets bank details by two people. */
  const setDetails = async (memberNo: string, account: object = {}): Promise<void> =>
    agree(await askDetails(memberNo, "CLERK", account), "OFFICER");
  const askFile = (who = "ADMIN"): Promise<Reply> => post("eft-files", {}, who);
  /** Makes a file by two people; returns its number. */
  const makeFile = async (): Promise<string> => {
    await agree(await askFile(), "TREASURER");
    const { rows } = (await get("eft-files", "ADMIN")).body as { rows: { id: string }[] };
    return rows[0]?.id ?? "";
  };
  const linesOf = async (id: string): Promise<readonly FileLine[]> =>
    ((await get(`eft-files/${id}`, "TREASURER")).body as { lines: readonly FileLine[] }).lines;
  const askResults = (id: string, rows: readonly object[], who = "ADMIN"): Promise<Reply> =>
    post(`eft-files/${id}/results`, { rows }, who);
  const askTakeBack = (id: string, who = "ADMIN"): Promise<Reply> =>
    post(`eft-files/${id}/taking-back`, { reason: "Never uploaded" }, who);
  return {
    post,
    get,
    approve,
    agree,
    askDetails,
    setDetails,
    askFile,
    makeFile,
    linesOf,
    askResults,
    askTakeBack,
  };
}
