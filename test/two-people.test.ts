import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useTestSociety } from "./test-society.ts";
import { titlesIn } from "./test-titles.ts";

const society = useTestSociety();

interface Pair {
  readonly table: string;
  readonly constraint: string;
  readonly maker: string;
  readonly checker: string;
  /** The other rows that the constraint needs before it applies. */
  readonly where?: Readonly<Record<string, string>>;
}

const pair = (
  table: string,
  constraint: string,
  [maker, checker]: readonly [string, string],
  where: Pair["where"] = {},
): Pair => ({ table, constraint, maker, checker, where });

const undone = { state: "undone" };
const onPage = { origin: "page" };

/** Every pair of acts that needs two persons, and what enforces it. */
const pairs: readonly Pair[] = [
  pair("loan_step", "loan_step_two_people", ["approved_by", "taken_by"]),
  pair("loan_step", "loan_step_confirmation_people", ["taken_by", "confirmed_by"]),
  pair("loan_step", "loan_step_reversal_people", ["recorded_by", "taken_by"]),
  pair("loan_amendment", "loan_amendment_two_people", ["proposed_by", "answered_by"], {
    state: "agreed",
  }),
  pair("check_off_batch", "check_off_two_people", ["prepared_by", "posted_by"]),
  pair("check_off_batch", "check_off_dater_two_people", ["dated_by", "posted_by"]),
  pair("check_off_batch", "check_off_reversal_people", ["posted_by", "ended_by"], {
    state: "reversed",
  }),
  pair("check_off_release", "check_off_release_two_people", ["proposed_by", "released_by"]),
  pair("check_off_release", "check_off_release_reversal_people", [
    "reversal_proposed_by",
    "reversed_by",
  ]),
  pair("check_off_insistence", "check_off_insistence_two_people", ["requested_by", "approved_by"]),
  pair("dividend", "dividend_two_people", ["prepared_by", "approved_by"]),
  pair("payout", "payout_two_people", ["failed_by", "resolved_by"]),
  pair("payout", "payout_claim_two_people", ["claimed_by", "confirmed_by"]),
  pair("member_exit", "member_exit_approval_people", ["asked_by", "approved_by"]),
  pair("member_exit", "member_exit_payment_people", ["approved_by", "paid_by"]),
  pair("payout_return", "payout_return_two_people", ["entered_by", "approved_by"]),
  pair("pay_in_line", "pay_in_line_two_people", ["entered_by", "approved_by"]),
  pair("pay_in_correction", "pay_in_correction_two_people", ["entered_by", "approved_by"]),
  pair("member_bank_details", "bank_details_two_people", ["requested_by", "approved_by"]),
  pair("eft_file", "eft_two_people", ["made_by", "approved_by"]),
  pair("eft_file", "eft_take_back_two_people", ["taken_back_asked_by", "taken_back_by"]),
  pair("eft_line", "eft_result_two_people", ["told_by", "confirmed_by"]),
  pair("treasury_movement", "treasury_two_people", ["entered_by", "approved_by"]),
  pair("treasury_movement", "treasury_reversal_two_people", ["reversal_asked_by", "reversed_by"]),
  pair("counter_payment", "counter_payment_two_people", ["reversal_asked_by", "reversed_by"]),
  pair("counter_payment", "counter_payment_payers", ["paid_by", "agreed_by"]),
  pair("cheque", "cheque_stop_two_people", ["stop_asked_by", "stopped_by"]),
  pair("month_close", "month_close_two_people", ["prepared_by", "approved_by"]),
  pair("month_close", "month_reopen_two_people", ["reopen_by", "reopened_by"]),
  pair("member_suspension", "member_suspension_two_people", ["suspended_by", "resumed_by"]),
  pair("privacy_request", "privacy_two_people", ["prepared_by", "answered_by"], { state: "done" }),
  pair("contact_change_request", "contact_change_two_people", ["asked_by", "approved_by"]),
  pair("import_batch", "import_two_people", ["prepared_by", "posted_by"], onPage),
  pair("import_batch", "import_two_people", ["created_by", "posted_by"], onPage),
  pair("import_insistence", "import_insistence_two_people", ["requested_by", "approved_by"]),
  pair("import_batch", "import_undone_by_another", ["posted_by", "ended_by"], undone),
];

/** Pairs that a trigger alone compares, because rows from before the rule may have one person. */
const comparedByTrigger: readonly Pair[] = [
  pair("member_exit", "member_exit_third_person", ["asked_by", "paid_by"]),
];

/** The triggers that compare the persons of a pair, as they are declared on its table. */
async function personTriggers({ table, constraint, maker, checker }: Pair): Promise<string[]> {
  const found = await society.owner.query<{ declared: string }>(
    `select pg_get_triggerdef(oid) as declared from pg_trigger
      where tgrelid = $1::regclass and tgfoid = 'akiba_two_people'::regproc
        and encode(tgargs, 'escape') = concat_ws('\\000', $2::text, $3::text, $4::text, '')`,
    [table, maker, checker, constraint],
  );
  return found.rows.map(({ declared }) => declared);
}

/** A separate table that only compares persons, with a member who also works here. */
async function underPersonsAlone(one: Pair): Promise<void> {
  await society.owner.query(`create temp table probe (like ${one.table}) on commit drop`);
  await dropNotNull();
  for (const declared of await personTriggers(one)) {
    await society.owner.query(declared.replace(` ON public.${one.table} `, " ON probe "));
  }
  await society.owner.query(`with one as (
      insert into member (member_no, full_name, joined_on)
        values ('MS1', 'Member', '2020-01-01') returning id
    ) insert into staff (staff_no, full_name, role, member_id) select 'CL2', 'Clerk', 'clerk', id
      from one`);
}

async function dropNotNull(): Promise<void> {
  await society.owner.query(`do $$
    declare name text;
    begin
      for name in select attname from pg_attribute
          where attrelid = 'probe'::regclass and attnum > 0 and attnotnull loop
        execute format('alter table probe alter column %I drop not null', name);
      end loop;
    end $$`);
}

/** A separate table with a single constraint, so that nothing else can reject the row. */
async function underOneConstraint({ table, constraint }: Pair): Promise<void> {
  await society.owner.query(
    `create temp table probe (like ${table} including constraints) on commit drop`,
  );
  await society.owner.query(`do $$
    declare name text;
    begin
      for name in select conname from pg_constraint
          where conrelid = 'probe'::regclass and contype = 'c' and conname <> '${constraint}' loop
        execute format('alter table probe drop constraint %I', name);
      end loop;
    end $$`);
  await dropNotNull();
}

async function insert({ maker, checker, where = {} }: Pair, people: [string, string]) {
  const row = { ...where, [maker]: people[0], [checker]: people[1] };
  const values = Object.keys(row).map((_, at) => `$${at + 1}`);
  await society.owner.query(
    `insert into probe (${Object.keys(row).join(", ")}) values (${values.join(", ")})`,
    Object.values(row),
  );
}

describe("two people, enforced by the database whoever writes to it", () => {
  it.each(pairs)("$constraint: not the same $maker and $checker", async (one) => {
    const [somebody, another] = ["staff:ST1", "staff:ST2"];
    await society.owner.query("begin");
    try {
      await underOneConstraint(one);
      await insert(one, [somebody, another]);
      await expect(insert(one, [somebody, somebody])).rejects.toThrow(one.constraint);
    } finally {
      await society.owner.query("rollback");
    }
  });

  it.each([...pairs, ...comparedByTrigger])(
    "$constraint: not one person by two names, $maker and $checker",
    async (one) => {
      await society.owner.query("begin");
      try {
        await underPersonsAlone(one);
        await insert(one, ["staff:CL2", "staff:CL3"]);
        await insert(one, ["member:MS2", "staff:CL2"]);
        await society.owner.query("savepoint before");
        for (const people of [
          ["member:MS1", "staff:CL2"],
          ["staff:CL2", "member:MS1"],
          ["staff:CL2", "staff:CL2"],
        ] as const) {
          await expect(insert(one, [...people])).rejects.toMatchObject({
            constraint: one.constraint,
          });
          await society.owner.query("rollback to before");
        }
      } finally {
        await society.owner.query("rollback");
      }
    },
  );

  it("covers every constraint of the kind that exists", async () => {
    const found = await society.owner.query<{ name: string }>(
      `select distinct conname as name from pg_constraint
        where contype = 'c' and connamespace = 'public'::regnamespace
          and pg_get_constraintdef(oid) ~ '\\w+_by <> \\w+_by'
        order by conname`,
    );
    const known = new Set(pairs.map(({ constraint }) => constraint));
    expect(new Set(found.rows.map(({ name }) => name))).toEqual(known);
  });
});

describe("the table of steps that take two people", () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/security.md"), "utf8");
  const table = page.slice(
    page.indexOf("| Action | First person"),
    page.indexOf("\nOne person may"),
  );
  const rows = table.trim().split("\n").slice(2);
  const claims = rows.flatMap((row) => (row.split(" | ").at(-1) ?? "").split("; "));

  it("names for each step a test that exists", () => {
    expect(rows.length).toBeGreaterThan(30);
    const missing = claims.filter((claim) => {
      const [, file, title] = /^`([\w/.-]+\.ts)` ([^|]+)/.exec(claim) ?? [];
      if (file === undefined || title === undefined) return true;
      const path = file.startsWith("test/") ? file : `src/server/${file}`;
      return ![...titlesIn(path)].some((known) => known.includes(title.trim()));
    });
    expect(missing).toEqual([]);
  });
});
