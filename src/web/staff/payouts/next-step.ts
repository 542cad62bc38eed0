import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import type { Officer } from "../officer.ts";
import type { Details } from "./payout.tsx";

/** Describes the next step: as an action to those who may take it, otherwise by who takes it. */
export function noteOf(
  found: Pick<Details, "payout" | "failedBy" | "mayBeMarked" | "mobileNow">,
  officer: Pick<Officer, "may" | "staffNo">,
  words: PayoutWords,
): string {
  const { act: said } = words;
  const { payout, failedBy, mayBeMarked, mobileNow } = found;
  const resolves = officer.may("payouts.resolve");
  const sends = officer.may("payouts.send");
  if (payout.claimedReceipt !== "" && payout.state !== "paid") {
    const claim = { by: payout.claimedBy, receipt: payout.claimedReceipt };
    if (payout.claimedBy === officer.staffNo) return fill(said.claimedOwn, claim);
    return fill(resolves ? said.claimed : said.claimedRead, claim);
  }
  switch (payout.state) {
    case "waiting":
      return said.waiting;
    case "sending":
    case "sent":
      if (!mayBeMarked) return said.sent;
      return sends ? said.inFile : said.inFileRead;
    case "unknown":
      return sends ? said.unknown : said.unknownRead;
    case "failed":
      if (!resolves) return said.failedRead;
      if (failedBy === officer.staffNo) return said.failedOwn;
      return mobileNow === "" ? `${said.failed} ${said.noNumber}` : said.failed;
    case "paid":
    case "shares":
    case "account":
    case "cash":
      if (payout.problem === "") return said.done;
      return sends ? said.strange : said.strangeRead;
  }
}
