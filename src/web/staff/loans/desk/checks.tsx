import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import type { LoanDeskWords } from "#shared/messages/loans/desk-en.ts";
import { cents, fromWireAmount, toWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import desk from "#web/ui/desk.module.css";
import type { FileProps, LoanFile } from "./application.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

type State = LoanFile["checks"][number]["state"] | "waits";

/** A rule in one line: the requirement, the member's value, and the shortfall. */
interface Line {
  readonly key: string;
  readonly state: State;
  readonly rule: string;
  readonly note: string;
  readonly figure: string;
}

const icons: Record<State, IconName> = { met: "check", unmet: "stop", off: "info", waits: "clock" };

interface JudgedProps extends FileProps {
  readonly policy: NonNullable<LoanFile["policy"]>;
}

/** The rules of the loan's own policy, checked against the member's current figures. */
export function Checks({ loan, file }: FileProps): ReactElement | null {
  const words = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const { policy, verdict } = file;
  if (policy === undefined || verdict === undefined) return null;
  const lines = linesOf({ loan, file, policy }, words, (day) => formatDay(day, language));
  const rule = file.checks.find(({ state }) => state === "unmet")?.code;
  return (
    <Card
      title={words.checks.title}
      link={<VerdictBadge verdict={verdict} {...(rule && { rule })} />}
    >
      <ul className={desk["checks"]}>
        {lines.map(({ key, state, rule: said, note, figure }) => (
          <li key={key} className={classes(desk[state])}>
            <Icon name={icons[state]} />
            <div>
              {said}
              <small>{note}</small>
            </div>
            <b>{figure}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type FormatDay = (day: string) => string;

function linesOf(props: JudgedProps, words: LoanDeskWords, day: FormatDay): Line[] {
  const { loan, file } = props;
  const [deposits, ...rules] = ruleLines(props, words.checks, day);
  const guarantors = lineOfGuarantors({ loan, file }, words.checks);
  const others = file.others.map((other) => lineOfOther(other, words.checks));
  const limits = lineOfLimits(props, words.checks, day);
  return [limits, deposits, guarantors, ...rules, ...others].filter((line) => line !== undefined);
}

type Words = LoanDeskWords["checks"];

/** The smallest and the largest amount share a line: they bound the same figure. */
function lineOfLimits({ loan, file, policy }: JudgedProps, words: Words, day: FormatDay): Line {
  const unmet = file.checks.some(({ code, state }) => {
    return (code === "minimum" || code === "maximum") && state === "unmet";
  });
  const values = {
    number: policy.number,
    day: day(policy.from),
    least: money(policy.least),
    most: money(policy.most),
  };
  return {
    key: "limits",
    state: unmet ? "unmet" : "met",
    rule: words.limits,
    figure: money(loan.amount),
    note: fill(words.limitsNote, values),
  };
}

/** The part of the cover that guarantors pledge; nothing where none is needed. */
function lineOfGuarantors({ loan, file }: FileProps, words: Words): Line | undefined {
  const { needsGuarantees, guaranteed } = loan;
  if (needsGuarantees === 0) return undefined;
  const values = { left: money(file.uncovered), whole: money(needsGuarantees) };
  const waits = file.uncovered > 0;
  return {
    key: "guarantors",
    state: waits ? "waits" : "met",
    rule: words.guarantors,
    note: fill(waits ? words.guarantorsLeft : words.guarantorsAll, values),
    figure: money(guaranteed),
  };
}

function ruleLines({ loan, file, policy }: JudgedProps, words: Words, day: FormatDay): Line[] {
  const { member, checks } = file;
  const line = (code: string, said: Pick<Line, "rule" | "figure"> & { met?: string }): Line => {
    const { state = "off", short = "" } = checks.find((check) => check.code === code) ?? {};
    const shortage = code === "membership" ? words.shortMonths : words.short;
    const missing = short === "" ? "" : fill(shortage, { amount: short, months: short });
    const notes = { off: words.off, met: said.met ?? "", unmet: missing, waits: "" };
    return { key: code, state, rule: said.rule, note: notes[state], figure: said.figure };
  };
  const since = { months: policy.membershipMonths, day: day(member.joinedOn) };
  return [
    line("deposits", {
      rule: fill(words.deposits, { times: policy.depositsPercent / 100 }),
      met: noteOfDeposits({ loan, file }, words),
      figure: money(member.freeDeposits),
    }),
    line("membership", {
      rule: words.membership,
      met: fill(words.membershipNote, since),
      figure: String(member.months),
    }),
    line("shareCapital", {
      rule: words.shareCapital,
      met: fill(words.shareCapitalNote, { amount: money(policy.shareCapital) }),
      figure: money(member.shareCapital),
    }),
    line("openApplication", {
      rule: words.openApplication,
      met: words.openApplicationNote,
      figure: "0",
    }),
    line("unpaidLoan", { rule: words.unpaidLoan, figure: money(member.unpaid) }),
    line("blacklist", {
      rule: words.blacklist,
      figure: member.blacklisted ? words.listed : words.clear,
    }),
  ];
}

/** Deposits pledged to others' loans do not cover the member's own. */
function noteOfDeposits({ loan, file }: FileProps, words: Words): string {
  const { deposits, freeDeposits, owed } = file.member;
  if (loan.needsGuarantees > 0) {
    return fill(words.withGuarantors, { amount: money(loan.needsGuarantees) });
  }
  if (freeDeposits === deposits && owed === 0) return words.depositsNote;
  const pledged = toWireAmount(cents(fromWireAmount(deposits) - fromWireAmount(freeDeposits)));
  const figures = { deposits: money(deposits), pledged: money(pledged), owed: money(owed) };
  return fill(words.depositsUsed, figures);
}

/** A loan that the member is still repaying is not a rule, but shows how they repay. */
function lineOfOther(other: LoanFile["others"][number], words: Words): Line {
  const { loanNo, purpose, onTime, late, outstanding } = other;
  const due = onTime + late;
  return {
    key: loanNo,
    state: "off",
    rule: fill(words.other, { loanNo, purpose }),
    note: due === 0 ? words.noneDue : fill(words.record, { onTime, due }),
    figure: money(outstanding),
  };
}
