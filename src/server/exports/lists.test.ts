import { beforeAll, expect, it } from "vitest";
import { exportedLists } from "#shared/contract/exports.ts";
import { exportHeads } from "#shared/messages/exports.ts";
import { reconcile } from "#server/ledger/reconcile.ts";
import { deposit, employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({ limits: { documentBurst: 500 } });
const tokens = { treasurer: "", clerk: "" };

beforeAll(async () => {
  await foundSociety(world);
  await employ(world, "ST5", "treasurer");
  await employ(world, "ST1", "clerk");
  tokens.treasurer = await signIn(world, "ST5");
  tokens.clerk = await signIn(world, "ST1");
  await enrol(world, "MS1", { fullName: '@Otieno "Junior", Ochieng' });
  await deposit(world, "MS1", 1234);
  await lend(world, "MS1", { loanNo: "LN-1" });
  await reconcile(world.database);
  // More than a page of the file, so that its pages must join.
  await world.owner.query(
    `insert into member (member_no, full_name, joined_on)
      select 'X' || n, 'Member ' || n, '2020-01-01' from generate_series(1, 4100) n`,
  );
});

const ask = (list: string, token = tokens.treasurer) =>
  world.send("GET", `/api/v1/exports/${list}`, { token });

const tableOf = {
  members: "member",
  loans: "loan",
  guarantees: "guarantee",
  "check-off": "check_off_batch",
  payouts: "payout",
  "contact-changes": "contact_change_request",
  closes: "month_close",
  reconciliations: "reconciliation",
} as const;

it.each(exportedLists)("%s is given out whole, a row for each under its heads", async (list) => {
  const { status, text, headers } = await ask(list);
  expect(status, text).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, ...rows] = text.trim().split("\r\n");
  expect(head).toBe(exportHeads("en")[list].join(","));
  const found = await world.owner.query<{ n: number }>(
    `select count(*)::int as n from ${tableOf[list]}`,
  );
  expect(rows).toHaveLength(found.rows[0]?.n ?? -1);
  for (const row of rows.slice(1)) {
    expect(row.split(",")).toHaveLength(exportHeads("en")[list].length);
  }
});

it("the register says what each member has, and no cell of it is run as a formula", async () => {
  const { text } = await ask("members");
  const row = text.split("\r\n").find((line) => line.startsWith("MS1,"));
  expect(row).toContain('"\'@Otieno ""Junior"", Ochieng"');
  expect(row).toContain("'+254712000482");
  expect(row).toMatch(/,1234\.00,0\.00,0\.00,0\.00,\d+\.\d\d$/);
});

it("a list is for those who may have it, and each is written down", async () => {
  expect((await ask("members", tokens.clerk)).status).toBe(403);
  expect((await ask("passwords")).status).toBe(422);
  const looks = await world.owner.query(
    `select from audit_record where action = 'looked' and subject = 'list:members'
      and actor = 'staff:ST5' and detail ->> 'call' = 'exports.list'`,
  );
  expect(looks.rowCount).toBeGreaterThan(0);
});
