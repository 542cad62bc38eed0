import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type Fact, factForms, type FactName } from "#shared/contract/oversight/approvals.ts";
import type { Language } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { wholeMonth } from "#shared/written-days.ts";
import { formatDay } from "#web/lib/day.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { formatNairobiMoment } from "../../nairobi-moment.ts";

/** One fact as label and value, for people. */
export interface SaidFact {
  readonly term: string;
  readonly value: string;
}

interface FactFormatters {
  readonly labels: Readonly<Record<FactName, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly ways: Readonly<Record<string, string>>;
  readonly destinations: Readonly<Record<string, string>>;
  readonly loanOutcomes: Readonly<Record<string, string>>;
  readonly holdReasons: Readonly<Record<string, string>>;
  readonly overpayments: Readonly<Record<string, string>>;
  readonly movements: Readonly<Record<string, string>>;
  readonly ksh: string;
  readonly language: Language;
}

function formatValue({ name, value }: Fact, factFormatters: FactFormatters): string {
  const { roles, ways, destinations, loanOutcomes, holdReasons, overpayments } = factFormatters;
  const { movements, ksh, language } = factFormatters;
  if (value === "") return "";
  const form = factForms[name];
  if (form === "money") return `${ksh} ${money(Number(value))}`;
  if (form === "count") return formatCount(Number(value));
  if (form === "day") return formatDay(value, language);
  if (form === "month") return wholeMonth(language, value);
  if (form === "moment") return formatNairobiMoment(value, language);
  if (form === "mobile") return formatMobileNumber(value);
  if (form === "way") return ways[value] ?? value;
  if (form === "destination") return destinations[value] ?? value;
  if (form === "loan-outcome") return loanOutcomes[value] ?? value;
  if (form === "hold-reason") return holdReasons[value] ?? value;
  if (form === "overpayment") return overpayments[value] ?? value;
  if (form === "movement") return movements[value] ?? value;
  if (form === "role") return roles[value] ?? value;
  return value;
}

/** Returns the function that translates a fact into the language of the page. */
export function useFormatFact(): (fact: Fact) => SaidFact {
  const words = useMessages(approvalsMessages);
  const { facts: labels, destinations, loanOutcomes, holdReasons, overpayments } = words;
  const { roles } = useMessages(staffMessages);
  const { ways } = useMessages(loanDeskMessages).repayments;
  const { kinds: movements } = useMessages(treasuryMessages);
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const said = { destinations, loanOutcomes, holdReasons, overpayments, movements };
  const factFormatters = { labels, roles, ways, ...said, ksh, language };
  return (fact) => ({ term: labels[fact.name], value: formatValue(fact, factFormatters) });
}
