import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import type { Officer } from "../officer.ts";
import type { Details } from "./payout.tsx";

/** Describes the next step: as an action to those who may take it, otherwise by who takes it. */
export function noteOf(
  found: Pick<Details, "payout" | "failedBy" | "mayBeMarked" | "mayFail" | "mobileNow">,
  officer: Pick<Officer, "may" | "staffNo">,
  words: PayoutWords,
): string {
  const { act: texts } = words;
  const { payout, failedBy, mayBeMarked, mayFail, mobileNow } = found;
  const resolves = officer.may("payouts.resolve");
  const sends = officer.may("payouts.send");
  if (payout.claimedReceipt !== "" && payout.state !== "paid") {
    const claim = { by: payout.claimedBy, receipt: payout.claimedReceipt };
    if (payout.claimedBy === officer.staffNo) return fill(texts.claimedOwn, claim);
    if (!resolves) return fill(texts.claimedRead, claim);
    return fill(payout.way === "cash" ? texts.claimedCash : texts.claimed, claim);
  }
  switch (payout.state) {
    case "waiting":
      if (payout.channel === "phone") return mayFail === "no" ? texts.waiting : texts.stopped;
      return sends ? texts.office : texts.officeRead;
    case "sending":
    case "sent":
      if (!mayBeMarked) return texts.sent;
      return sends ? texts.inFile : texts.inFileRead;
    case "unknown":
      return sends ? texts.unknown : texts.unknownRead;
    case "failed":
      if (payout.source !== "dividend") return texts.returned[payout.source];
      if (!resolves) return texts.failedRead;
      if (failedBy === officer.staffNo) return texts.failedOwn;
      return mobileNow === "" && payout.channel === "phone"
        ? `${texts.failed} ${texts.noNumber}`
        : texts.failed;
    case "paid":
    case "shares":
    case "account":
    case "cash":
      if (payout.problem === "") return texts.done;
      return sends ? texts.strange : texts.strangeRead;
  }
}
