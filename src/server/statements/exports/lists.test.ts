import { beforeAll, expect, it } from "vitest";
import {
  exportedLists,
  openedBy,
  openExports,
  openLists,
  type ExportedList,
  type OpenList,
} from "#shared/contract/statements/exports.ts";
import { roleMay } from "#shared/permissions.ts";
import { exportHeads } from "#shared/messages/statements/exports.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { deposit, employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { documentBurst: 500 } });
const tokens = { administrator: "", treasurer: "", clerk: "" };

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST5", "treasurer");
  await employ(society, "ST1", "clerk");
  await employ(society, "ST3", "administrator");
  tokens.administrator = await signIn(society, "ST3");
  tokens.treasurer = await signIn(society, "ST5");
  tokens.clerk = await signIn(society, "ST1");
  await enrol(society, "MS1", { fullName: '@Otieno "Junior", Ochieng' });
  await deposit(society, "MS1", 1234);
  await lend(society, "MS1", { loanNo: "LN-1" });
  await plantOpenLists();
  await reconcile(society.database);
  // More than a page of the file, so that its pages must be joined.
  await society.owner.query(
    `insert into member (member_no, full_name, joined_on)
      select 'X' || n, 'Member ' || n, '2020-01-01' from generate_series(1, 4100) n`,
  );
});

/** At least one row in each list that a person with access may export. */
async function plantOpenLists(): Promise<void> {
  const member = "(select id from member where member_no = 'MS1')";
  const planted = [
    `insert into member_exit (member_id, reason, asked_by)
      values (${member}, 'Moves', 'staff:ST1')`,
    `insert into privacy_request (member_id, kind, should_be, note, way, received_on, due_on,
      recorded_by) values (${member}, 'erasure', '', 'My secret note', 'portal', akiba_today(),
      akiba_today() + 30, 'member:MS1')`,
    `insert into loan_blacklist (member_id, reason, listed_by)
      values (${member}, '=1+1', 'staff:ST3')`,
    `insert into gazetted_holiday (day, name_en, name_sw, added_by, removed_by, removed_at) values
      ('2026-06-02', 'A day of rest', 'Siku ya mapumziko', 'staff:ST1', null, null),
      ('2026-06-03', 'A mistake', 'Kosa', 'staff:ST1', 'staff:ST1', akiba_now())`,
    `insert into import_batch (origin, state, created_by) values ('page', 'draft', 'staff:ST1')`,
    `insert into withholding_rate (mode, effective_from, basis_points, set_by)
      values ('mobile', '2026-01-01', 550, 'staff:ST3')`,
  ];
  for (const one of planted) await society.owner.query(one);
}

const ask = (list: string, token = tokens.administrator) =>
  society.send("GET", `/api/v1/exports/${list}`, { token });

const tableOf = {
  members: "member",
  "next-of-kin": "next_of_kin",
  loans: "loan",
  guarantees: "guarantee",
  "check-off": "check_off_batch",
  payouts: "payout",
  "contact-changes": "contact_change_request",
  closes: "month_close",
  reconciliations: "reconciliation",
  exits: "member_exit",
  cheques: "cheque",
  "contribution-changes": "monthly_contribution",
  "privacy-requests": "privacy_request",
  staff: "staff",
  imports: "import_batch",
  notices: "notice",
  holidays: "gazetted_holiday where removed_at is null",
  dividends: "dividend",
  "loan-policies": "loan_policy",
  blacklist: "loan_blacklist where removed_at is null",
  "withholding-rates": "withholding_rate",
  "retention-rules": "retention_rule",
} as const satisfies Record<ExportedList | OpenList, string>;

it.each([...exportedLists, ...openLists])(
  "%s is exported completely, with one row each under its headings",
  async (list) => {
    const { status, text, headers } = await ask(list);
    expect(status, text).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, ...rows] = text.trim().split("\r\n");
    expect(head).toBe(exportHeads("en")[list].join(","));
    const found = await society.owner.query<{ n: number }>(
      `select count(*)::int as n from ${tableOf[list]}`,
    );
    expect(rows).toHaveLength(found.rows[0]?.n ?? -1);
    for (const row of rows.slice(1)) {
      expect(row.split(",")).toHaveLength(exportHeads("en")[list].length);
    }
  },
);

it("the register shows each member's balances, and no cell is run as a formula", async () => {
  const { text } = await ask("members");
  const row = text.split("\r\n").find((line) => line.startsWith("MS1,"));
  expect(row).toContain('"\'@Otieno ""Junior"", Ochieng"');
  expect(row).toContain(",0712 000 482,");
  expect(row).toMatch(/,1234\.00,0\.00,0\.00,0\.00,\d+\.\d\d$/);
});

it("a list is only for those who may export it, and each export is logged", async () => {
  expect((await ask("members", tokens.treasurer)).status).toBe(200);
  expect((await ask("members", tokens.clerk)).status).toBe(403);
  expect((await ask("passwords")).status).toBe(422);
  const looks = await society.owner.query(
    `select from audit_record where action = 'looked' and subject = 'list:members'
      and actor = 'staff:ST5' and detail ->> 'call' = 'exports.list'`,
  );
  expect(looks.rowCount).toBeGreaterThan(0);
});

it.each(openLists)("each export of the list of %s is logged with its actor", async (list) => {
  expect((await ask(list)).headers.get("content-disposition")).toContain(`${list}.csv`);
  const looks = await society.owner.query(
    `select from audit_record where action = 'looked' and actor = 'staff:ST3'
      and detail ->> 'call' = $1`,
    [openExports[list].name],
  );
  expect(looks.rowCount).toBeGreaterThan(0);
});

it.each(openLists)("the list of %s is only for those who may open it", async (list) => {
  for (const role of ["treasurer", "clerk"] as const) {
    const { status } = await ask(list, tokens[role]);
    expect(status, role).toBe(roleMay(role, openedBy[list]) ? 200 : 403);
  }
});

it("a list shows of a person only what its page does, and no cell is a formula", async () => {
  expect((await ask("staff")).text).not.toContain("+254");
  expect((await ask("privacy-requests")).text).not.toContain("secret note");
  expect((await ask("exits")).text).not.toContain("Moves");
  expect((await ask("holidays")).text).not.toContain("A mistake");
  const { text } = await ask("blacklist");
  expect(text).toContain(`MS1,"'@Otieno ""Junior"", Ochieng",'=1+1,ST3,`);
});

it("the headings of a list are in the requester's language", async () => {
  const headers = { "accept-language": "sw" };
  const { text } = await society.send("GET", "/api/v1/exports/exits", {
    token: tokens.administrator,
    headers,
  });
  expect(text).toContain(exportHeads("sw").exits.join(","));
});
