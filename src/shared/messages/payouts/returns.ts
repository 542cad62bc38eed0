import type { InBothLanguages } from "#shared/language.ts";

const en = {
  title: "Money that came back",
  lead: "A line of a statement may be this payment coming back. Check it with the bank or M-Pesa first.",
  noLine:
    "If the bank or M-Pesa returns this payment, import the statement that shows it. Its line is then offered here.",
  known: "Paid by {receipt}, came back on {day}: {reason}",
  record: "Record a return",
  question: "Did this payment come back?",
  text: "Ksh {amount} to {name}. Once another person approves, it counts as not paid, and the member is notified.",
  line: "Line of the statement",
  reason: "Reason, as the bank or M-Pesa gives it",
  confirm: "Yes, it came back",
  cancel: "Not now",
  sent: "Sent for approval",
  waits: "{by} recorded a return, which waits for a second person.",
  yours: "You recorded a return. Another person must approve it.",
  see: "Open the request",
};

const sw: typeof en = {
  title: "Pesa zilizorudi",
  lead: "Kuna mstari wa taarifa unaoweza kuwa malipo haya yakirudi. Hakikisha kwanza na benki au M-Pesa.",
  noLine:
    "Benki au M-Pesa ikirudisha malipo haya, pakia taarifa inayoyaonyesha. Mstari wake utatolewa hapa.",
  known: "Yalilipwa kwa {receipt}, yalirudi {day}: {reason}",
  record: "Andika kuwa yalirudi",
  question: "Je, malipo haya yalirudi?",
  text: "Ksh {amount} kwa {name}. Mtu mwingine akiidhinisha, yanahesabiwa kuwa hayakulipwa, na mwanachama anajulishwa.",
  line: "Mstari wa taarifa",
  reason: "Sababu, kama benki au M-Pesa inavyosema",
  confirm: "Ndiyo, yalirudi",
  cancel: "Si sasa",
  sent: "Imetumwa kuidhinishwa",
  waits: "{by} aliandika kuwa yalirudi; inasubiri mtu wa pili.",
  yours: "Uliandika kuwa yalirudi. Mtu mwingine lazima aidhinishe.",
  see: "Fungua ombi",
};

/** The words of payments that came back after they were paid. */
export const payoutReturnMessages: InBothLanguages<typeof en> = { en, sw };
