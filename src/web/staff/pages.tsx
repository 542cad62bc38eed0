import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { lazy, type ReactElement, Suspense, useEffect } from "react";
import { fill } from "#shared/language.ts";
import type { StaffWords } from "#shared/messages/office/shell-en.ts";
import type { Permission } from "#shared/permissions.ts";
import { keepNoOfficePages } from "#web/lib/keep-pages.ts";
import { Redirect, useNavigation } from "#web/lib/router.tsx";
import { everyPath } from "#shared/statement-addresses.ts";
import { aliases, atAddress, paths } from "#web/paths.ts";
import { UnknownAddress } from "#web/ui/unknown-address.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Officer, useOfficer } from "./officer.ts";
import { StaffShell } from "./shell.tsx";

/** A page of the desk, the permission it needs, and its title. */
interface DeskPage {
  /** Left out where the page is personal. */
  readonly needs?: Permission;
  readonly title: (words: StaffWords) => string;
  readonly page: ReactElement;
}

interface KnownProps {
  readonly page: DeskPage;
  readonly officer: Officer;
}

const loans = () => import("./loans/desk/pages.tsx");
const FirstPage = lazy(async () => ({
  default: (await import("./first-page.tsx")).FirstPage,
}));
const LoanQueue = lazy(async () => ({ default: (await loans()).LoanQueue }));
const LoanApplication = lazy(async () => ({ default: (await loans()).LoanApplication }));
const UpdateLoan = lazy(async () => ({ default: (await loans()).UpdateLoan }));

const members = () => import("./members/records/pages.tsx");
const MemberSearch = lazy(async () => ({ default: (await members()).MemberSearchPage }));
const MemberRecord = lazy(async () => ({ default: (await members()).MemberRecordPage }));
const memberships = () => import("./members/memberships/pages.tsx");
const AddMember = lazy(async () => ({ default: (await memberships()).AddMemberPage }));
const ContactChanges = lazy(async () => ({ default: (await memberships()).ContactChangesPage }));
const MemberExit = lazy(async () => ({ default: (await memberships()).MemberExitPage }));
const Exits = lazy(async () => ({ default: (await memberships()).ExitsPage }));
const LoanPolicy = lazy(async () => ({
  default: (await import("./loans/policy/loan-policy-page.tsx")).LoanPolicyPage,
}));
const Dividends = lazy(async () => ({
  default: (await import("./dividends/page.tsx")).DividendsPage,
}));
const Settings = lazy(async () => ({
  default: (await import("./office/settings/page.tsx")).SettingsPage,
}));
const PrivacyRequests = lazy(async () => ({
  default: (await import("./privacy/page.tsx")).PrivacyRequestsPage,
}));
const Payouts = lazy(async () => ({
  default: (await import("./payouts/page.tsx")).PayoutsPage,
}));
const Withdrawals = lazy(async () => ({
  default: (await import("./withdrawals/page.tsx")).WithdrawalsPage,
}));
const PayIns = lazy(async () => ({
  default: (await import("./pay-ins/page.tsx")).PayInsPage,
}));
const Counter = lazy(async () => ({
  default: (await import("./counter/page.tsx")).CounterPage,
}));
const Reconciliation = lazy(async () => ({
  default: (await import("./reconciliation/page.tsx")).ReconciliationPage,
}));
const CheckOff = lazy(async () => ({
  default: (await import("./check-off/page.tsx")).CheckOffPage,
}));
const Books = lazy(async () => ({ default: (await import("./ledger/books/page.tsx")).BooksPage }));
const Alerts = lazy(async () => ({
  default: (await import("./oversight/alerts/page.tsx")).AlertsPage,
}));
const System = lazy(async () => ({
  default: (await import("./oversight/system/page.tsx")).SystemPage,
}));
const Audit = lazy(async () => ({
  default: (await import("./oversight/audit-log/page.tsx")).AuditPage,
}));
const Imports = lazy(async () => ({
  default: (await import("./imports/desk/page.tsx")).ImportsPage,
}));

const People = lazy(async () => ({
  default: (await import("./identity/staff/page.tsx")).PeoplePage,
}));
const Security = lazy(async () => ({
  default: (await import("./identity/security/page.tsx")).SecurityPage,
}));
const Cases = lazy(async () => ({ default: (await import("./cases/page.tsx")).CasesPage }));
const Approvals = lazy(async () => ({
  default: (await import("./oversight/approvals/page.tsx")).ApprovalsPage,
}));
const Notices = lazy(async () => ({
  default: (await import("./office/notices/page.tsx")).NoticesPage,
}));

const loanQueue: DeskPage = {
  needs: "loans.read",
  title: ({ menu }) => menu.loanQueue,
  page: <LoanQueue />,
};

const pages: Readonly<Record<string, DeskPage>> = {
  [paths.app]: { ...loanQueue, page: <FirstPage /> },
  [paths.loanQueue]: loanQueue,
  [paths.loanApplication]: {
    needs: "loans.read",
    title: ({ titles }) => titles.application,
    page: <LoanApplication />,
  },
  [paths.updateLoanData]: {
    needs: "loans.amend",
    title: ({ titles }) => titles.updateLoan,
    page: <UpdateLoan />,
  },
  [paths.instant]: {
    needs: "members.read",
    title: ({ menu }) => menu.members,
    page: <MemberSearch />,
  },
  [paths.memberRecord]: {
    needs: "members.read",
    title: ({ titles }) => titles.record,
    page: <MemberRecord />,
  },
  [paths.addMemberForm]: {
    needs: "members.register",
    title: ({ menu }) => menu.addMember,
    page: <AddMember />,
  },
  [paths.contactChanges]: {
    needs: "contacts.read",
    title: ({ menu }) => menu.contactChanges,
    page: <ContactChanges />,
  },
  [paths.memberExit]: {
    needs: "exits.read",
    title: ({ titles }) => titles.exit,
    page: <MemberExit />,
  },
  [paths.exits]: { needs: "exits.read", title: ({ menu }) => menu.exits, page: <Exits /> },
  [paths.dividends]: {
    needs: "dividends.read",
    title: ({ menu }) => menu.dividends,
    page: <Dividends />,
  },
  [paths.withdrawals]: {
    needs: "withdrawals.read",
    title: ({ menu }) => menu.withdrawals,
    page: <Withdrawals />,
  },
  [paths.payIns]: {
    needs: "payins.read",
    title: ({ menu }) => menu.payIns,
    page: <PayIns />,
  },
  [paths.counter]: {
    needs: "counter.read",
    title: ({ menu }) => menu.counter,
    page: <Counter />,
  },
  [paths.reconciliation]: {
    needs: "reconciliation.read",
    title: ({ menu }) => menu.reconciliation,
    page: <Reconciliation />,
  },
  [paths.payouts]: {
    needs: "payouts.read",
    title: ({ menu }) => menu.payouts,
    page: <Payouts />,
  },
  [paths.checkOff]: {
    needs: "checkoff.read",
    title: ({ menu }) => menu.checkOff,
    page: <CheckOff />,
  },
  [paths.imports]: {
    needs: "imports.read",
    title: ({ menu }) => menu.imports,
    page: <Imports />,
  },
  [paths.loanPolicy]: {
    needs: "loans.policy",
    title: ({ menu }) => menu.loanPolicy,
    page: <LoanPolicy />,
  },
  [paths.settings]: {
    needs: "settings.read",
    title: ({ menu }) => menu.settings,
    page: <Settings />,
  },
  [paths.books]: { needs: "proof.read", title: ({ menu }) => menu.books, page: <Books /> },
  [paths.alerts]: { needs: "alerts.read", title: ({ menu }) => menu.alerts, page: <Alerts /> },
  [paths.system]: { needs: "alerts.read", title: ({ menu }) => menu.system, page: <System /> },
  [paths.audit]: { needs: "audit.read", title: ({ menu }) => menu.audit, page: <Audit /> },
  [paths.staff]: { needs: "staff.read", title: ({ menu }) => menu.staff, page: <People /> },
  [paths.mySecurity]: { title: ({ menu }) => menu.mySecurity, page: <Security /> },
  [paths.privacyRequests]: {
    needs: "privacy.read",
    title: ({ menu }) => menu.privacy,
    page: <PrivacyRequests />,
  },
  [paths.questions]: {
    needs: "cases.read",
    title: ({ menu }) => menu.suggestions,
    page: <Cases />,
  },
  [paths.approvals]: {
    needs: "approvals.read",
    title: ({ menu }) => menu.approvals,
    page: <Approvals />,
  },
  [paths.notices]: {
    needs: "notices.read",
    title: ({ menu }) => menu.notices,
    page: <Notices />,
  },
};

/** The content at an address for staff; a member's address leads to the desk. */
export function StaffPages(): ReactElement | null {
  const { pathname } = useNavigation().address;
  const officer = useOfficer();
  const words = useMessages(staffMessages);
  useEffect(keepNoOfficePages, []);
  const found = atAddress(pages, pathname);
  if (!found && isOfMembers(pathname)) return <Redirect to={paths.app} />;
  if (officer === null) return null;
  if (found && found === pages[paths.app] && !officer.may("loans.read")) {
    return <Redirect to={paths.counter} />;
  }
  return (
    <StaffShell officer={officer}>
      <Suspense fallback={null} key={pathname.toLowerCase()}>
        {found ? (
          <Known page={found} officer={officer} />
        ) : (
          <UnknownAddress back={words.firstPage} />
        )}
      </Suspense>
    </StaffShell>
  );
}

function isOfMembers(pathname: string): boolean {
  const known = Object.fromEntries(everyPath.map((path) => [path, true]));
  return atAddress({ ...known, ...aliases }, pathname) !== undefined;
}

/** A page of the desk or, for an officer without its permission, the people who can grant it. */
function Known({ page, officer }: KnownProps): ReactElement {
  const may = page.needs === undefined || officer.may(page.needs);
  return may ? page.page : <MayNot page={page} officer={officer} />;
}

/** Says which role the user has, and who can assign another. */
function MayNot({ page, officer }: KnownProps): ReactElement {
  const words = useMessages(staffMessages);
  return (
    <>
      <PageHeader title={page.title(words)} />
      <Card>
        <EmptyState icon="lock" title={words.mayNot.heading}>
          <p>{fill(words.mayNot.text, { role: words.roles[officer.role] })}</p>
        </EmptyState>
      </Card>
    </>
  );
}
