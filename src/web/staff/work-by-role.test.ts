import { describe, expect, it } from "vitest";
import { actsOnAlert, alertKinds } from "#shared/alert-kinds.ts";
import { alertsEn } from "#shared/messages/oversight/alerts-en.ts";
import { staffEn } from "#shared/messages/office/shell-en.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { type WaitingKind, waitingKindNames, waitingKinds } from "#shared/waiting-kinds.ts";
import { paths } from "#web/paths.ts";
import { adviceHeading, linkToAlerts } from "./oversight/alerts/format.ts";
import { deskMenu } from "./desk-menu.ts";
import type { Officer } from "./officer.ts";
import { badgesFor, linesFor } from "./waiting-work.ts";

const roles = Object.keys(rolePermissions) as StaffRole[];
const words = staffEn.menu.waiting;

const officer = (role: StaffRole): Officer => ({
  staffNo: "ST1",
  fullName: "Staff ST1",
  role,
  may: (permission) => roleMay(role, permission),
});

/** One of each kind of work that a role may see, as the server counts it. */
function oneOfEach(role: StaffRole) {
  const one = { waiting: 1, late: 0, daysLeft: null };
  return Object.fromEntries(
    waitingKindNames.map((kind) => [kind, roleMay(role, waitingKinds[kind].opens) ? one : null]),
  ) as Record<WaitingKind, typeof one | null>;
}

/** The pages that show a badge to each role, with the number of kinds of work in each. */
const badges: Readonly<Record<StaffRole, Readonly<Record<string, number>>>> = {
  clerk: {
    [paths.approvals]: 1,
    [paths.checkOff]: 1,
    [paths.payIns]: 1,
    [paths.questions]: 1,
    [paths.privacyRequests]: 1,
    [paths.imports]: 1,
    [paths.books]: 2,
  },
  teller: { [paths.approvals]: 1 },
  "loans-officer": {
    [paths.approvals]: 1,
    [paths.loanQueue]: 1,
    [paths.questions]: 1,
    [paths.contactChanges]: 1,
  },
  treasurer: {
    [paths.alerts]: 1,
    [paths.approvals]: 1,
    [paths.loanQueue]: 1,
    [paths.dividends]: 1,
    [paths.checkOff]: 2,
    [paths.payIns]: 1,
    [paths.counter]: 2,
    [paths.withdrawals]: 1,
    [paths.reconciliation]: 1,
    [paths.payouts]: 1,
    [paths.contactChanges]: 1,
    [paths.exits]: 2,
    [paths.privacyRequests]: 1,
    [paths.imports]: 1,
    [paths.books]: 4,
  },
  administrator: {
    [paths.alerts]: 1,
    [paths.approvals]: 1,
    [paths.loanQueue]: 1,
    [paths.dividends]: 4,
    [paths.checkOff]: 2,
    [paths.payIns]: 1,
    [paths.counter]: 2,
    [paths.withdrawals]: 1,
    [paths.reconciliation]: 1,
    [paths.payouts]: 2,
    [paths.questions]: 1,
    [paths.contactChanges]: 1,
    [paths.exits]: 2,
    [paths.privacyRequests]: 2,
    [paths.imports]: 2,
    [paths.books]: 4,
  },
  auditor: { [paths.alerts]: 1, [paths.approvals]: 1 },
};

describe.each(roles)("staff are notified only of work that they may do: %s", (role) => {
  it("in the badges of the menu", () => {
    const shown = badgesFor(officer(role), oneOfEach(role), words);
    const counted = Object.entries(shown).map(([to, { count }]) => [to, Number(count)]);
    expect(Object.fromEntries(counted)).toEqual(badges[role]);
  });

  it("in a menu that has an entry for each badge", () => {
    const menu = deskMenu(staffEn, officer(role)).flatMap(({ entries }) => entries);
    expect(menu.map(({ to }) => to)).toEqual(expect.arrayContaining(Object.keys(badges[role])));
  });

  it("in the list of the first page", () => {
    const lines = linesFor(officer(role), oneOfEach(role), words);
    const own = waitingKindNames.filter((kind) => roleMay(role, waitingKinds[kind].acts));
    expect(lines.map(({ kind }) => kind)).toEqual(own.filter((kind) => kind !== "alerts"));
  });

  it("in the advice of an alert", () => {
    for (const kind of alertKinds) {
      const isOwn = actsOnAlert(role, kind);
      const { whatToDo, othersDo, see, seeOnly } = alertsEn;
      expect(adviceHeading(officer(role), { kind }, alertsEn)).toBe(isOwn ? whatToDo : othersDo);
      expect(linkToAlerts(officer(role), [{ kind }], alertsEn)).toBe(isOwn ? see : seeOnly);
    }
  });
});

it("advises an auditor to do nothing about an alert, and an administrator about each", () => {
  expect(alertKinds.filter((kind) => actsOnAlert("auditor", kind))).toEqual([]);
  expect(alertKinds.filter((kind) => !actsOnAlert("administrator", kind))).toEqual([]);
});
