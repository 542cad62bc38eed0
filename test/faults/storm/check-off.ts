import { expect } from "vitest";
import { approveRequest, type Waiting, waitingFor } from "./approvals.ts";
import { bodyOf, expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import { disbursed, owedOn, repay, TOTAL } from "./loan-actions.ts";
import type { Asked, Storm } from "./storm.ts";

const path = "/api/v1/check-off";

export interface CheckOff {
  readonly id: string;
  readonly memberNo: string;
}

/** A file of two lines: 100 for a member's deposits, and an amount for nobody on the register. */
function fileFor(storm: Storm, memberNo: string): Asked {
  const unknown = storm.draw();
  const csv = `member_no,amount,note\n${memberNo},100,loan\nNOBODY${unknown},${unknown},\n`;
  const declared = String(100 + unknown);
  const query = new URLSearchParams({ month: "2026-04", declared, fileName: `${unknown}.csv` });
  return { who: "CLERK-1", path: `${path}?${query}`, csv };
}

export async function prepared(storm: Storm): Promise<CheckOff> {
  const memberNo = await storm.member();
  const { id } = await storm.done<{ id: string }>(fileFor(storm, memberNo));
  return { id, memberNo };
}

function act(id: string, what: string, who: string, body: object = {}): Asked {
  return { who, path: `${path}/${id}/${what}`, body };
}

export const post = (id: string, who = "TREASURER-1"): Asked => ({
  ...act(id, "posting", who),
  shownAt: `${path}/${id}`,
});
const reverse = (id: string, who = "ADMIN-1"): Asked => ({
  ...act(id, "reversal", who, { reason: "Twice" }),
  shownAt: `${path}/${id}/reversal`,
});

/** Proposes that a file's line in suspense go to its member, for a second person to approve. */
export async function proposed(storm: Storm, { id, memberNo }: CheckOff): Promise<Waiting> {
  const wish = { to: "deposits", memberNo };
  await storm.done(act(id, "lines/3/placement", "TREASURER-1", wish));
  return waitingFor(storm, `check-off:${id}/row:3`, "ADMIN-1");
}

export async function posted(storm: Storm): Promise<CheckOff> {
  const file = await prepared(storm);
  await storm.done(post(file.id));
  return file;
}

const entriesOf = (storm: Storm, { id }: CheckOff) =>
  storm.count("select from journal_entry where reference_no = $1", [`CO-${id}`]);

/** Returns a member's deposits, in shillings. */
export async function depositsOf(storm: Storm, memberNo: string): Promise<number> {
  const [row] = await storm.rows<{ cents: string }>(
    `select -a.balance_cents as cents from ledger_account a join member m on m.id = a.member_id
      where a.code = 'member-deposits' and m.member_no = $1`,
    [memberNo],
  );
  return Number(row?.cents) / 100;
}

const files: readonly Kind[] = [
  {
    name: "one check-off file sent eight times: taken in once",
    async run(storm) {
      const file = fileFor(storm, await storm.member());
      expectWinners(await storm.race(times(8, file)), 1);
    },
  },
  {
    name: "a check-off file posted by two people: posted once",
    async run(storm) {
      const file = await prepared(storm);
      const race = mixed(4, post(file.id), post(file.id, "ADMIN-1"));
      expectWinners(await storm.race(race), 1);
      expect(await entriesOf(storm, file)).toBe(2);
    },
  },
  {
    name: "a check-off file posted and set aside: one of the two",
    async run(storm) {
      const file = await prepared(storm);
      const discard = act(file.id, "discarding", "CLERK-1", { reason: "Wrong month" });
      const [winner] = expectWinners(await storm.race(mixed(2, post(file.id), discard)), 1);
      const { state } = bodyOf(winner) as { state: string };
      expect(await entriesOf(storm, file)).toBe(state === "posted" ? 2 : 0);
    },
  },
  {
    name: "a check-off file reversed by two people: reversed once",
    async run(storm) {
      const file = await posted(storm);
      const race = mixed(3, reverse(file.id), reverse(file.id, "TREASURER-2"));
      expectWinners(await storm.race(race), 1);
      expect(await depositsOf(storm, file.memberNo)).toBe(50_000);
    },
  },
  {
    name: "a check-off file posted while its loan is repaid at the desk: both are credited",
    async run(storm) {
      const { memberNo, loanNo } = await disbursed(storm);
      const { id } = await storm.done<{ id: string }>(fileFor(storm, memberNo));
      const receipt = `TKCO${String(storm.draw()).padStart(6, "0")}`;
      const race = [post(id), repay(loanNo, 1000, receipt)];
      expectWinners(await storm.race(race), 2);
      const deposits = (await depositsOf(storm, memberNo)) - 50_000;
      expect(TOTAL - (await owedOn(storm, loanNo)) + deposits).toBe(1100);
    },
  },
];

const suspense: readonly Kind[] = [
  {
    name: "a line in suspense placed by two people: placed once",
    async run(storm) {
      const file = await posted(storm);
      const waiting = await proposed(storm, file);
      const approve = (who: string) => approveRequest(waiting, who);
      const race = mixed(4, approve("TREASURER-2"), approve("ADMIN-1"));
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a line in suspense placed and its file reversed: one of the two",
    async run(storm) {
      const file = await posted(storm);
      const approve = approveRequest(await proposed(storm, file), "TREASURER-2");
      winnersOf(await storm.race(mixed(2, approve, reverse(file.id))));
      const released = await storm.count("select from check_off_release where batch_id = $1", [
        file.id,
      ]);
      const reversed = await storm.count(
        "select from check_off_batch where id = $1 and state = 'reversed'",
        [file.id],
      );
      expect(released + reversed).toBe(1);
    },
  },
];

const read = (who: string, address: string): Asked => ({ who, method: "GET", path: address });

/** Members who read while a file that pays 100 onto their deposits is posted. */
const reading: readonly Kind[] = [
  {
    name: "a balance read while it changes: the figure before or the one after",
    async run(storm) {
      const { id, memberNo } = await prepared(storm);
      const look = read(memberNo, `/api/v1/savings/sumTotal/${memberNo}`);
      const answers = await storm.race([...times(10, look), post(id), ...times(10, look)]);
      const seen = expectWinners(answers, 21).filter(({ text }) => !text.startsWith("{"));
      expect(seen).toHaveLength(20);
      for (const { text } of seen) expect(["50000", "50100"]).toContain(text);
    },
  },
  {
    name: "a statement read while it changes: its rows lead to its closing balance",
    async run(storm) {
      const { id, memberNo } = await prepared(storm);
      const look = read(memberNo, `/api/v1/members/${memberNo}/statements/savings`);
      const answers = await storm.race([...times(10, look), post(id), ...times(10, look)]);
      for (const answer of expectWinners(answers, 21)) {
        const seen = bodyOf(answer) as { closing?: number; movements?: { amount: number }[] };
        if (seen.movements === undefined) continue;
        const sum = seen.movements.reduce((total, { amount }) => total + amount, 0);
        expect(seen.closing).toBe(sum);
        expect([50_000, 50_100]).toContain(sum);
      }
    },
  },
];

export const checkOffKinds = [...files, ...suspense, ...reading];
