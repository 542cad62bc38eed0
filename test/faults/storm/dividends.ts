import { expect } from "vitest";
import { cents } from "#shared/money.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import type { Declaration } from "#server/dividends/declarations/declared-terms.ts";
import { bookYear, shownAt } from "../../dividend-year.ts";
import type { Answer } from "../load.ts";
import { approveRequest, type Waiting } from "./approvals.ts";
import { bodyOf, expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import { type Asked, type Storm, STORM_NOW } from "./storm.ts";

const steps = ["booked", "prepared", "approved", "posted", "locked", "paid"] as const;
type Step = (typeof steps)[number];

interface Year {
  readonly year: number;
  /** Each has a dividend of 1,100 of that year, or of more by the years before. */
  readonly members: readonly string[];
}

interface Wanted {
  /** The end of the window for members' choices; over by default. */
  readonly closesOn?: string;
  readonly defaultMode?: "share-capital" | "mobile";
}

const declaration = (year: number, { closesOn = "2026-04-14", ...more }: Wanted) => ({
  year,
  shareRateBasisPoints: 0,
  depositRateBasisPoints: 1100,
  weighting: "from-the-month",
  booksClosedOn: `${year}-12-31`,
  agmReference: `AGM-${year + 1}`,
  holdArrears: false,
  opensOn: "2026-04-13",
  closesOn,
  defaultMode: "share-capital",
  ...more,
});

let lastYear = 2000;

/** Takes a separate year as far as needed, by the commands themselves. */
export async function dividend(storm: Storm, until: Step, wanted: Wanted = {}): Promise<Year> {
  lastYear += 1;
  const year = lastYear;
  const members = await Promise.all([1, 2].map(() => storm.member({ deposits: 0 })));
  for (const memberNo of members) {
    const deposits = [cents(1_000_000n)];
    await bookYear(storm.society, memberNo, year, { shareCapital: cents(0n), deposits });
  }
  const { database, clock } = storm.society;
  const declared = declaration(year, wanted) as unknown as Declaration;
  const doing: [string, ((work: Work) => Promise<unknown>) | null][] = [
    ["CLERK-1", null],
    ["ADMIN-1", (work) => declare(work, declared)],
    ["TREASURER-1", (work) => approve(work, year)],
    ["ADMIN-1", (work) => postAllMembers(work, year)],
    ["ADMIN-1", (work) => lock(work, year)],
    ["ADMIN-1", (work) => pay(work, year, () => {})],
  ];
  for (const [by, take] of doing.slice(0, steps.indexOf(until) + 1)) {
    // It is declared the day before its window closes.
    clock.set(take === doing[1]?.[1] ? "2026-04-14T06:12:00Z" : STORM_NOW);
    if (take !== null) await database.unitOfWork(`staff:${by}`, take);
  }
  return { year, members };
}

type Work = Parameters<typeof declare>[0];

/** A step of a dividend, with the digest of what is shown of it now. */
export async function step(storm: Storm, year: number, noun: string, who: string): Promise<Asked> {
  const path = shownAt(year, noun);
  const { digest } = await storm.done<{ digest: string }>({ who, method: "GET", path });
  return { who, path: `/api/v1/dividends/${year}/${noun}`, body: { digest } };
}

async function stateOf(storm: Storm, year: number): Promise<string> {
  const [row] = await storm.rows<{ state: string }>(
    "select state from dividend where year = $1 and state <> 'withdrawn'",
    [year],
  );
  return row?.state ?? "none";
}

/** Both administrators press four times each. */
async function pressed(storm: Storm, year: number, noun: string): Promise<Asked[]> {
  const [one, other] = await Promise.all([
    step(storm, year, noun, "ADMIN-1"),
    step(storm, year, noun, "ADMIN-2"),
  ]);
  return mixed(4, one, other);
}

const inItsLife: readonly Kind[] = [
  {
    name: "a dividend declared by two people: declared once",
    async run(storm) {
      const { year } = await dividend(storm, "booked");
      const body = {
        ...declaration(year, { closesOn: "2026-04-30" }),
        defaultMode: "CAPITALIZE TO SHARES",
      };
      const path = "/api/v1/dividends";
      const race = mixed(3, { who: "ADMIN-1", path, body }, { who: "ADMIN-2", path, body });
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a dividend approved by two people: approved once",
    async run(storm) {
      const { year } = await dividend(storm, "prepared");
      const one = await step(storm, year, "approval", "TREASURER-1");
      const other = await step(storm, year, "approval", "TREASURER-2");
      const race = mixed(3, one, other);
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a dividend posted and withdrawn: one of the two",
    async run(storm) {
      const { year } = await dividend(storm, "approved");
      const race = [
        await step(storm, year, "posting", "ADMIN-1"),
        await step(storm, year, "withdrawal", "ADMIN-2"),
      ];
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a dividend posted by two people: posted once",
    async run(storm) {
      const { year } = await dividend(storm, "approved");
      expectWinners(await storm.race(await pressed(storm, year, "posting")), 1);
      expect(await stateOf(storm, year)).toBe("posted");
    },
  },
  {
    name: "a dividend locked by two people: locked once",
    async run(storm) {
      const { year } = await dividend(storm, "posted");
      expectWinners(await storm.race(await pressed(storm, year, "lock")), 1);
      expect(await stateOf(storm, year)).toBe("locked");
    },
  },
  {
    name: "a dividend paid by two people: paid once",
    async run(storm) {
      const { year } = await dividend(storm, "locked");
      expectWinners(await storm.race(await pressed(storm, year, "payment")), 1);
      expect(await stateOf(storm, year)).toBe("paid");
    },
  },
];

interface Split {
  readonly split?: { readonly toSplit: number };
}

export async function toSplit(storm: Storm, memberNo: string): Promise<number> {
  const path = `/api/v1/members/${memberNo}/dividend-split`;
  const { split } = await storm.done<Split>({ who: memberNo, method: "GET", path });
  return split?.toSplit ?? 0;
}

export function elect(year: number, who: string, rows: object[]): Asked {
  return { who, path: `/api/v1/dividends/${year}/elections`, body: { seen: 0, rows } };
}

const elections: readonly Kind[] = [
  {
    name: "two elections of a member who had seen the same: one holds",
    async run(storm) {
      const { year, members } = await dividend(storm, "posted", { closesOn: "2026-04-30" });
      const [memberNo = ""] = members;
      const amount = await toSplit(storm, memberNo);
      const bill = { mode: "OFFSET HOSPITAL BILL", amount, bill: "UH-2026-1" };
      const race = mixed(
        4,
        elect(year, memberNo, [{ mode: "CAPITALIZE TO SHARES", amount }]),
        elect(year, memberNo, [bill]),
      );
      // The same election again is answered as the first was.
      const winners = winnersOf(await storm.race(race));
      expect(winners.length).toBeGreaterThan(0);
      expect(new Set(winners.map(({ text }) => text)).size).toBe(1);
      const kept = "select from dividend_election v join dividend d on d.id = v.dividend_id";
      expect(await storm.count(`${kept} where d.year = $1`, [year])).toBe(1);
    },
  },
  {
    name: "an election as the window closes, and the lock: what was accepted is what is locked",
    async run(storm) {
      const { year, members } = await dividend(storm, "posted", { closesOn: "2026-04-30" });
      const [memberNo = ""] = members;
      const amount = await toSplit(storm, memberNo);
      const bill = { mode: "OFFSET HOSPITAL BILL", amount, bill: "UH-2026-2" };
      const chosen = elect(year, memberNo, [bill]);
      const close = "update dividend set closes_at = akiba_now() where year = $1";
      const one = await step(storm, year, "lock", "ADMIN-1");
      const other = await step(storm, year, "lock", "ADMIN-2");
      const [answers] = await Promise.all([
        storm.race([chosen, one, chosen, other]),
        storm.society.owner.query(close, [year]),
      ]);
      const accepted = winnersOf(answers).filter(({ text }) => "rows" in JSON.parse(text));
      if ((await stateOf(storm, year)) === "posted") {
        expectWinners(await storm.race(await pressed(storm, year, "lock")), 1);
      }
      const legs = await storm.rows<{ source: string }>(
        `select distinct g.source from dividend_leg g join dividend d on d.id = g.dividend_id
          join member m on m.id = g.member_id where d.year = $1 and m.member_no = $2`,
        [year, memberNo],
      );
      expect(legs).toEqual([{ source: accepted.length > 0 ? "chosen" : "default" }]);
    },
  },
];

interface Payout {
  readonly id: string;
  readonly reference: string;
  readonly attempt: string;
  readonly shillings: number;
}

/** The payments of a new year to phones, in a file that was made. */
async function filed(storm: Storm): Promise<{ file: string; payouts: Payout[] }> {
  const { year } = await dividend(storm, "paid", { defaultMode: "mobile" });
  const made = await storm.done<{ id: string }>(makeFile("ADMIN-1"));
  const payouts = await storm.rows<Payout>(
    `select p.id::text, p.reference, p.attempt_id as attempt,
        (p.amount_cents / 100)::int as shillings
      from payout p join dividend d on d.id = p.dividend_id where d.year = $1 order by p.id`,
    [year],
  );
  expect(payouts.length).toBeGreaterThan(1);
  return { file: made.id, payouts };
}

const makeFile = (who: string): Asked => ({ who, path: "/api/v1/payout-files", body: {} });

const receiptFor = ({ id }: Payout, letter = "A") => `QP${letter}${id.padStart(7, "0")}`;

function results(file: string, payouts: readonly Payout[], who = "ADMIN-1"): Asked {
  const rows = payouts.map((one) => `${one.reference},${receiptFor(one)},${one.shillings},`);
  const csv = `Reference,Receipt,Amount,Reason\n${rows.join("\n")}\n`;
  return { who, path: `/api/v1/payout-files/${file}/results`, csv };
}

const approvalOf = (answer: Answer) => (bodyOf(answer) as { approvalId: string }).approvalId;

/** Uploads results and returns their waiting request, as a treasurer reads it. */
async function claimed(storm: Storm, upload: Asked): Promise<Waiting> {
  const { approvalId } = await storm.done<{ approvalId: string }>(upload);
  return storm.done<Waiting>({
    who: "TREASURER-1",
    method: "GET",
    path: `/api/v1/approvals/${approvalId}`,
  });
}

const about = (who: string, { id }: Payout, noun: string, body: object): Asked => ({
  who,
  path: `/api/v1/payouts/${id}/${noun}`,
  body,
});

async function paidOf(storm: Storm, payouts: readonly Payout[]): Promise<number> {
  const sql = "select from payout where id = any ($1::bigint[]) and state = 'paid'";
  return storm.count(sql, [payouts.map(({ id }) => id)]);
}

const payments: readonly Kind[] = [
  {
    name: "a payout file made by two people: each payment is in one file",
    async run(storm) {
      const { year } = await dividend(storm, "paid", { defaultMode: "mobile" });
      const race = mixed(3, makeFile("ADMIN-1"), makeFile("ADMIN-2"));
      expectWinners(await storm.race(race), 1);
      const twice = `select p.id from payout p join dividend d on d.id = p.dividend_id
          join payout_attempt a on a.payout_id = p.id
        where d.year = $1 group by p.id having count(*) <> 1`;
      expect(await storm.count(twice, [year])).toBe(0);
    },
  },
  {
    name: "the results of a file uploaded by two people: one claim waits, and nothing is settled",
    async run(storm) {
      const { file, payouts } = await filed(storm);
      const race = mixed(3, results(file, payouts), results(file, payouts, "ADMIN-2"));
      const claims = winnersOf(await storm.race(race)).map(approvalOf);
      expect(new Set(claims).size).toBe(1);
      expect(await paidOf(storm, payouts)).toBe(0);
    },
  },
  {
    name: "the results of a file approved by two people: each payment is settled once",
    async run(storm) {
      const { file, payouts } = await filed(storm);
      const claim = await claimed(storm, results(file, payouts));
      const race = mixed(
        3,
        approveRequest(claim, "TREASURER-1"),
        approveRequest(claim, "TREASURER-2"),
      );
      expectWinners(await storm.race(race), 1);
      expect(await paidOf(storm, payouts)).toBe(payouts.length);
    },
  },
  {
    name: "a manual receipt agreed to while the file of results says another: one of them pays",
    async run(storm) {
      const { file, payouts } = await filed(storm);
      const [one] = payouts as [Payout];
      const byFile = await claimed(storm, results(file, [one], "ADMIN-2"));
      const claim = { outcome: "paid", receipt: receiptFor(one, "B") };
      await storm.done(about("ADMIN-1", one, "result", claim));
      const agree = about("TREASURER-1", one, "confirmation", { agrees: true });
      winnersOf(await storm.race(mixed(2, agree, approveRequest(byFile, "TREASURER-2"))));
      expect(await paidOf(storm, [one])).toBe(1);
    },
  },
  {
    name: "a manual receipt agreed to by two people: paid once",
    async run(storm) {
      const { payouts } = await filed(storm);
      const [one] = payouts as [Payout];
      const claim = { outcome: "paid", receipt: receiptFor(one) };
      await storm.done(about("ADMIN-1", one, "result", claim));
      const [agree, too] = ["TREASURER-1", "TREASURER-2"].map((who) =>
        about(who, one, "confirmation", { agrees: true }),
      );
      expectWinners(await storm.race(mixed(3, agree as Asked, too as Asked)), 1);
      expect(await paidOf(storm, [one])).toBe(1);
    },
  },
  {
    name: "a payment that failed sent again, given to shares and paid in cash: one of them",
    async run(storm) {
      const { payouts } = await filed(storm);
      const [one] = payouts as [Payout];
      const failed = { outcome: "failed", reason: "The number is closed" };
      await storm.done(about("ADMIN-1", one, "result", failed));
      const race = [
        ...times(2, about("TREASURER-1", one, "retry", {})),
        ...times(2, about("TREASURER-2", one, "shares", {})),
        ...times(2, about("TREASURER-1", one, "cash", { voucher: receiptFor(one, "C") })),
      ];
      expectWinners(await storm.race(race), 1);
    },
  },
];

export const dividendKinds = [...inItsLife, ...elections, ...payments];
