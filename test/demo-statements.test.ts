import { beforeAll, expect, it } from "vitest";
import { fromWireAmount } from "#shared/money.ts";
import { runningStatementKinds, runningStatements } from "#shared/statement-columns.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { employ, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";

const society = useServedSociety({ limits: { readsPerMinute: 60_000, readBurst: 60_000 } });
let token = "";
let lines: readonly Line[] = [];
let members: readonly string[] = [];

/** A line of the journal as it is stored, in cents of which a debit is positive. */
interface Line {
  readonly code: string;
  readonly memberNo: string | null;
  readonly reference: string;
  readonly day: string;
  readonly cents: string;
}

beforeAll(async () => {
  const hasher = new PasswordHasher({ pepper: "p".repeat(32), queue: 256, waitMilliseconds: 5000 });
  const hash = (password: string) => hasher.hash(password);
  await seedDemo(society.database, { hash, createLogin, secret: "s" });
  await employ(society, "ST7001", "administrator");
  token = await signIn(society, "ST7001");
  const found = await society.owner.query<Line>(
    `select a.code, m.member_no as "memberNo", a.reference, l.value_date::text as day,
      l.amount_cents::text as cents
    from journal_line l join ledger_account a on a.id = l.account_id
      left join member m on m.id = a.member_id`,
  );
  lines = found.rows;
  const people = await society.owner.query<{ no: string }>("select member_no as no from member");
  members = people.rows.map(({ no }) => no);
});

async function read<Answer>(path: string): Promise<Answer> {
  const reply = await society.send("GET", `/api/v1/${path}`, { token });
  expect(reply.status, `${path}: ${reply.text}`).toBe(200);
  return reply.body as Answer;
}

const sumOf = (some: readonly Line[]) => some.reduce((sum, { cents }) => sum + BigInt(cents), 0n);

function sumByDay(moves: readonly { readonly day: string; readonly cents: bigint }[]) {
  const sums: Record<string, bigint> = {};
  for (const { day, cents } of moves) sums[day] = (sums[day] ?? 0n) + cents;
  return sums;
}

interface Running {
  readonly broughtForward: number;
  readonly movements: readonly {
    readonly date: string;
    readonly amount: number;
    readonly balance: number;
  }[];
  readonly totalIn: number;
  readonly totalOut: number;
  readonly closing: number;
}

it.each(runningStatements)(
  "each line of the %s statement adds up as in the journal",
  async (kind) => {
    const { account } = runningStatementKinds[kind];
    let rows = 0;
    for (const memberNo of members) {
      const shown = await read<Running>(`members/${memberNo}/statements/${kind}`);
      const moves = shown.movements.map(({ date, amount }) => {
        return { day: date, cents: fromWireAmount(amount) };
      });
      let balance: bigint = fromWireAmount(shown.broughtForward);
      let received = 0n;
      for (const [at, { cents }] of moves.entries()) {
        balance += cents;
        if (cents > 0n) received += cents;
        expect(fromWireAmount(shown.movements[at]?.balance ?? 0), memberNo).toBe(balance);
      }
      expect(fromWireAmount(shown.closing), memberNo).toBe(balance);
      expect(fromWireAmount(shown.totalIn), memberNo).toBe(received);
      expect(fromWireAmount(shown.totalOut), memberNo).toBe(received - balance);
      const own = lines.filter((line) => line.code === account && line.memberNo === memberNo);
      // A credit is owed to the member.
      const kept = own.map(({ day, cents }) => ({ day, cents: -BigInt(cents) }));
      expect(sumByDay(moves), memberNo).toEqual(sumByDay(kept));
      rows += moves.length;
    }
    expect(rows).toBeGreaterThan(5);
  },
);

it("each withdrawable account of a statement has the sum of its lines", async () => {
  let accounts = 0;
  for (const memberNo of members) {
    const { data } = await read<{ data: { accNo: string; outStanding: number }[] }>(
      `withDrawable/${memberNo}`,
    );
    for (const { accNo, outStanding } of data) {
      const own = lines.filter(
        ({ code, reference, memberNo: of }) =>
          code === "withdrawable-deposits" && reference === accNo && of === memberNo,
      );
      expect(fromWireAmount(outStanding), accNo).toBe(-sumOf(own));
      accounts += 1;
    }
  }
  expect(accounts).toBeGreaterThan(2);
});

it("each loan of a statement owes the sum of its lines, as its guarantors see it", async () => {
  const owed = (loanNo: string) =>
    sumOf(
      lines.filter(({ code, reference }) => code === "loan-receivable" && reference === loanNo),
    );
  let shown = 0;
  for (const memberNo of members) {
    for (const path of [`instant/${memberNo}`, `guarantor/${memberNo}`]) {
      type Loan = { loanNo: string; outStanding?: number; outstanding?: number };
      const { data } = await read<{ data: Loan[] }>(path);
      for (const { loanNo, outStanding, outstanding = outStanding ?? 0 } of data) {
        expect(fromWireAmount(outstanding), `${path} ${loanNo}`).toBe(owed(loanNo));
        shown += 1;
      }
    }
  }
  expect(shown).toBeGreaterThan(10);
});
