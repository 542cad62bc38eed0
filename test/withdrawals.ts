import type { ServedSociety } from "./served-society.ts";
import { enrolWithLogin, signIn } from "./people.ts";
import { openWithdrawable } from "./withdrawable.ts";

/** Calls about withdrawals, made by the people whose tokens are given. */
export function withdrawalCalls(society: ServedSociety, tokens: Record<string, string>) {
  let enrolled = 2000;
  const post = (path: string, who: string, body: object) =>
    society.send("POST", path, { token: tokens[who] ?? "", body });
  const codeIn = async () => {
    const sent = await society.messages();
    return /\b\d{6}\b/.exec(sent.find(({ text }) => /\b\d{6}\b/.test(text))?.text ?? "")?.[0] ?? "";
  };
  /** Requests a code and returns it; empty if it was not sent. */
  const codeOf = async (memberNo: string, wish: object) => {
    const sent = await post("/api/v1/withdrawals/code", memberNo, wish);
    return sent.status === 200 ? codeIn() : "";
  };
  const withCode = (memberNo: string, wish: object, otp: string) =>
    post("/api/v1/withdrawals", memberNo, { ...wish, otp });
  return {
    post,
    codeIn,
    codeOf,
    withCode,
    /** Enrols a member with a confirmed number and a withdrawable account. */
    async newMember(balance: number) {
      enrolled += 1;
      const memberNo = `WM${enrolled}`;
      await enrolWithLogin(society, memberNo, { mobile: `+25471200${enrolled}` });
      await society.owner.query(
        "update member set mobile_confirmed_at = akiba_now() where member_no = $1",
        [memberNo],
      );
      await openWithdrawable(society, memberNo, balance);
      tokens[memberNo] = await signIn(society, memberNo);
      return memberNo;
    },
    /** Withdraws by a new code, without the growing pause between two codes. */
    async withdraw(memberNo: string, wish: object) {
      await society.owner.query("delete from otp_standing where member_no = $1", [memberNo]);
      return withCode(memberNo, wish, await codeOf(memberNo, wish));
    },
    async standing(memberNo: string, who = memberNo) {
      const path = `/api/v1/members/${memberNo}/withdrawals`;
      return (await society.send("GET", path, { token: tokens[who] ?? "" })).body;
    },
    /** Decides about a withdrawal with the digest of what is shown now. */
    async decide(who: string, id: string, act: "approval" | "rejection") {
      const path = `/api/v1/withdrawals/${id}`;
      const { body } = await society.send("GET", path, { token: tokens[who] ?? "" });
      const { shownDigest } = body as { shownDigest: string };
      const reason = act === "rejection" ? { reason: "Not theirs" } : {};
      return post(`${path}/${act}`, who, { shownDigest, ...reason });
    },
  };
}
