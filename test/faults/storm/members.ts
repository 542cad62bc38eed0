import { expect } from "vitest";
import { bodyOf, expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import { apply, approved, disburse, loansOf, owedOn, received, repay } from "./loan-actions.ts";
import type { Asked, Storm } from "./storm.ts";
import { PASSWORD } from "../../people.ts";

const exits = "/api/v1/exits";
const changes = "/api/v1/contact-changes";

export async function exitAsked(storm: Storm, memberNo: string): Promise<string> {
  const body = { memberNo, reason: "Retires" };
  return (await storm.done<{ id: string }>({ who: "CLERK-1", path: exits, body })).id;
}

export const approveExit = (id: string, who = "TREASURER-1"): Asked => ({
  who,
  path: `${exits}/${id}/approval`,
  body: {},
});

/** Pays an exit as it was approved. */
export const payExit = (storm: Storm, id: string, who = "ADMIN-1"): Asked => ({
  who,
  path: `${exits}/${id}/payment`,
  body: { receiptNo: `CHQ${storm.draw()}` },
});

export async function exitApproved(storm: Storm, memberNo: string): Promise<string> {
  const id = await exitAsked(storm, memberNo);
  await storm.done(approveExit(id));
  return id;
}

export async function membershipOf(storm: Storm, memberNo: string): Promise<string> {
  const [row] = await storm.rows<{ membership: string }>(
    "select membership from member where member_no = $1",
    [memberNo],
  );
  return row?.membership ?? "none";
}

const leaving: readonly Kind[] = [
  {
    name: "an exit written down by two people: one",
    async run(storm) {
      const body = { memberNo: await storm.member(), reason: "Retires" };
      const [one, other] = ["CLERK-1", "CLERK-2"].map((who) => ({ who, path: exits, body }));
      expectWinners(await storm.race(mixed(3, one as Asked, other as Asked)), 1);
    },
  },
  {
    name: "an exit approved and an application: nobody leaves with one open",
    async run(storm) {
      const memberNo = await storm.member();
      const id = await exitAsked(storm, memberNo);
      winnersOf(await storm.race([approveExit(id), apply(memberNo), apply(memberNo)]));
      winnersOf(await storm.race([payExit(storm, id), apply(memberNo)]));
      const open = (await loansOf(storm, memberNo)) > 0;
      expect(await membershipOf(storm, memberNo)).toBe(open ? "active" : "left");
    },
  },
  {
    name: "an exit paid by two people: refunded once",
    async run(storm) {
      const memberNo = await storm.member();
      const id = await exitApproved(storm, memberNo);
      const [one, other] = ["ADMIN-1", "TREASURER-2"].map((who) => payExit(storm, id, who));
      expectWinners(await storm.race(mixed(3, one as Asked, other as Asked)), 1);
      expect(await membershipOf(storm, memberNo)).toBe("left");
    },
  },
  {
    name: "an exit paid and a repayment: one of the two",
    async run(storm) {
      const { memberNo, loanNo } = await received(storm);
      const id = await exitApproved(storm, memberNo);
      const repayment = repay(loanNo, 1000, `TKEX${String(storm.draw()).padStart(6, "0")}`);
      const race = [payExit(storm, id), repayment];
      expectWinners(await storm.race(race), 1);
      const left = (await membershipOf(storm, memberNo)) === "left";
      expect(await owedOn(storm, loanNo)).toBe(left ? 0 : 5897);
    },
  },
  {
    name: "an exit paid and withdrawn: one of the two",
    async run(storm) {
      const memberNo = await storm.member();
      const id = await exitApproved(storm, memberNo);
      const body = { reason: "Stays after all" };
      const withdraw = { who: "CLERK-1", path: `${exits}/${id}/withdrawal`, body };
      expectWinners(await storm.race([payExit(storm, id), withdraw]), 1);
    },
  },
];

export const suspend = (memberNo: string, who = "CLERK-1"): Asked => ({
  who,
  path: `/api/v1/members/${memberNo}/suspension`,
  body: { reason: "A phone was stolen" },
});

const resume = (memberNo: string, who: string): Asked => ({
  who,
  path: `/api/v1/members/${memberNo}/resumption`,
  body: { reason: "It was found" },
});

const openSessions = (storm: Storm, memberNo: string) =>
  storm.count(
    `select from session s join login l on l.id = s.login_id
      where l.login_no = $1 and s.ended_at is null`,
    [memberNo],
  );

const suspensions: readonly Kind[] = [
  {
    name: "a suspension and eight sign-ins: no session outlives it",
    async run(storm) {
      const memberNo = await storm.member();
      const body = { memberNo, password: PASSWORD };
      const signIn = { path: "/api/v1/auth/authenticate", body, from: memberNo };
      winnersOf(await storm.race([...times(4, signIn), suspend(memberNo), ...times(4, signIn)]));
      expect(await membershipOf(storm, memberNo)).toBe("suspended");
      expect(await openSessions(storm, memberNo)).toBe(0);
    },
  },
  {
    name: "a suspension and an application: none is made after it",
    async run(storm) {
      const memberNo = await storm.member();
      const answers = await storm.race([suspend(memberNo), apply(memberNo), apply(memberNo)]);
      const made = winnersOf(answers).some(({ text }) => text.includes("Application Successful"));
      expect(await membershipOf(storm, memberNo)).toBe("suspended");
      expect(await loansOf(storm, memberNo)).toBe(made ? 1 : 0);
      expectWinners(await storm.race([apply(memberNo)]), 0);
    },
  },
  {
    name: "a suspension by two people: one",
    async run(storm) {
      const memberNo = await storm.member();
      const race = mixed(3, suspend(memberNo), suspend(memberNo, "CLERK-2"));
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a suspension lifted by two people: lifted once",
    async run(storm) {
      const memberNo = await storm.member();
      await storm.done(suspend(memberNo));
      const race = mixed(3, resume(memberNo, "TREASURER-1"), resume(memberNo, "ADMIN-1"));
      expectWinners(await storm.race(race), 1);
    },
  },
];

async function changeAsked(storm: Storm, memberNo: string): Promise<string> {
  const mobileNo = `+254799${String(storm.draw()).padStart(6, "0")}`;
  const body = { memberNo, mobileNo, identifiedBy: "id-card", reason: "A new phone" };
  return (await storm.done<{ id: string }>({ who: "CLERK-1", path: changes, body })).id;
}

const change = (id: string, noun: string, who: string, body: object = {}): Asked => ({
  who,
  path: `${changes}/${id}/${noun}`,
  body,
});

async function changeState(storm: Storm, id: string): Promise<string> {
  const sql = "select state from contact_change_request where id = $1";
  return (await storm.rows<{ state: string }>(sql, [id]))[0]?.state ?? "none";
}

const contacts: readonly Kind[] = [
  {
    name: "a change of contacts approved by two people: approved once",
    async run(storm) {
      const id = await changeAsked(storm, await storm.member());
      const race = mixed(
        3,
        change(id, "approval", "TREASURER-1"),
        change(id, "approval", "OFFICER-1"),
      );
      expectWinners(await storm.race(race), 1);
    },
  },
  {
    name: "a change of contacts approved, rejected and cancelled by its member: it ends",
    async run(storm) {
      for (let round = 0; round < 8; round += 1) {
        const memberNo = await storm.member();
        const id = await changeAsked(storm, memberNo);
        const reason = { reason: "Did not ask" };
        const own = { who: memberNo, path: "/api/v1/contact-change/cancellation", body: {} };
        const approval = change(id, "approval", "TREASURER-1");
        const rejection = change(id, "rejection", "OFFICER-1", reason);
        winnersOf(await storm.race([approval, own, rejection]));
        expect(["rejected", "cancelled"]).toContain(await changeState(storm, id));
      }
    },
  },
  {
    name: "a loan disbursed and a change of contacts approved: both, once",
    async run(storm) {
      const { memberNo, loanNo } = await approved(storm);
      const id = await changeAsked(storm, memberNo);
      const race = mixed(2, disburse(loanNo), change(id, "approval", "OFFICER-1"));
      expectWinners(await storm.race(race), 2);
      expect(await owedOn(storm, loanNo)).toBe(6897);
      expect(await changeState(storm, id)).toBe("approved");
    },
  },
];

const register = (idno: string, who: string): Asked => ({
  who,
  path: "/api/members",
  body: { member: `Mwanachama ${idno}`, idno, savings: 500 },
});

const registration: readonly Kind[] = [
  {
    name: "one person registered six times: one member",
    async run(storm) {
      const idno = String(30_000_000 + storm.draw());
      const race = mixed(3, register(idno, "CLERK-1"), register(idno, "CLERK-2"));
      expectWinners(await storm.race(race), 1);
      expect(await storm.count("select from member where national_id = $1", [idno])).toBe(1);
    },
  },
  {
    name: "ten people registered at once: ten numbers, without a gap",
    async run(storm) {
      const race = Array.from({ length: 10 }, (_, at) =>
        register(String(31_000_000 + storm.draw()), at % 2 === 0 ? "CLERK-1" : "ADMIN-1"),
      );
      const answers = expectWinners(await storm.race(race), 10);
      const drawn = answers
        .map((answer) => Number((bodyOf(answer) as { memberNo: string }).memberNo.slice(2)))
        .toSorted((one, other) => one - other);
      expect(drawn).toEqual(drawn.map((_, at) => (drawn[0] ?? 0) + at));
    },
  },
];

export const memberKinds = [...leaving, ...suspensions, ...contacts, ...registration];
