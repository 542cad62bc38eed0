import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type Fact, factForms, type FactName } from "#shared/contract/oversight/approvals.ts";
import type { Language } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { sayDay } from "#web/lib/day.ts";
import { money, sayCount } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";

/** One fact as label and value, for people. */
export interface SaidFact {
  readonly term: string;
  readonly value: string;
}

interface Sayings {
  readonly labels: Readonly<Record<FactName, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly ways: Readonly<Record<string, string>>;
  readonly destinations: Readonly<Record<string, string>>;
  readonly loanOutcomes: Readonly<Record<string, string>>;
  readonly holdReasons: Readonly<Record<string, string>>;
  readonly overpayments: Readonly<Record<string, string>>;
  readonly ksh: string;
  readonly language: Language;
}

/** The length of the date in a moment. */
const DAY = "2026-11-25".length;

/** Formats a moment such as 2026-11-25 09:30 in a language. */
export function sayMoment(value: string, language: Language): string {
  return `${sayDay(value.slice(0, DAY), language)}${value.slice(DAY)}`;
}

function sayValue({ name, value }: Fact, sayings: Sayings): string {
  const { roles, ways, destinations, loanOutcomes, holdReasons, overpayments } = sayings;
  const { ksh, language } = sayings;
  if (value === "") return "";
  const form = factForms[name];
  if (form === "money") return `${ksh} ${money(Number(value))}`;
  if (form === "count") return sayCount(Number(value));
  if (form === "day") return sayDay(value, language);
  if (form === "moment") return sayMoment(value, language);
  if (form === "mobile") return formatMobileNumber(value);
  if (form === "way") return ways[value] ?? value;
  if (form === "destination") return destinations[value] ?? value;
  if (form === "loan-outcome") return loanOutcomes[value] ?? value;
  if (form === "hold-reason") return holdReasons[value] ?? value;
  if (form === "overpayment") return overpayments[value] ?? value;
  if (form === "role") return roles[value] ?? value;
  return value;
}

/** Returns the function that translates a fact into the language of the page. */
export function useSayFact(): (fact: Fact) => SaidFact {
  const words = useMessages(approvalsMessages);
  const { facts: labels, destinations, loanOutcomes, holdReasons, overpayments } = words;
  const { roles } = useMessages(staffMessages);
  const { ways } = useMessages(loanDeskMessages).repayments;
  const { ksh } = useWords().common;
  const { language } = useSpoken();
  const said = { destinations, loanOutcomes, holdReasons, overpayments };
  const sayings = { labels, roles, ways, ...said, ksh, language };
  return (fact) => ({ term: labels[fact.name], value: sayValue(fact, sayings) });
}
