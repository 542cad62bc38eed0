import type { CaseKind, CaseOutcome } from "#shared/contract/cases/own.ts";
import type { ToldBy } from "#shared/contract/cases/desk.ts";
import type { MemberNo } from "#shared/member-number.ts";
import * as desk from "#server/cases/desk/commands.ts";
import * as cases from "#server/cases/own/commands.ts";
import { authorOf } from "#server/cases/casework/authorship.ts";
import { threadOf } from "#server/cases/casework/case-steps.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

type Officer = `staff:${string}`;

/** The steps taken, each a number of days ago. */
type DemoAct = { readonly daysAgo: number; readonly by: Officer } & (
  | { readonly does: "acknowledges" }
  | { readonly does: "replies"; readonly text: string }
  | { readonly does: "concludes"; readonly outcome: CaseOutcome; readonly text: string }
  | { readonly does: "closes"; readonly told: ToldBy }
);

interface DemoCase {
  readonly memberNo: string;
  readonly kind: CaseKind;
  readonly isAnonymous: boolean;
  readonly text: string;
  readonly daysAgo: number;
  readonly acts: readonly DemoAct[];
}

/** The questions, suggestions and complaints of the demo's members; docs/demo.md lists them. */
const demoCases: readonly DemoCase[] = [
  {
    memberNo: "MS1002",
    kind: "complaint",
    isAnonymous: false,
    text: "My check-off of two months ago came off my pay twice.",
    daysAgo: 40,
    acts: [
      { does: "acknowledges", daysAgo: 39, by: "staff:ST9001" },
      {
        does: "concludes",
        outcome: "done",
        text: "You are right. The second deduction was reversed and stands in your statement.",
        daysAgo: 33,
        by: "staff:ST9003",
      },
      { does: "closes", told: "message", daysAgo: 32, by: "staff:ST9001" },
    ],
  },
  {
    memberNo: "MS1003",
    kind: "suggestion",
    isAnonymous: false,
    text: "Naomba ofisi ifunguliwe Jumamosi asubuhi kwa walio zamu za wiki nzima.",
    daysAgo: 16,
    acts: [
      {
        does: "replies",
        text: "Asante. Tutalipeleka kwa kamati. Saa ngapi ingekufaa?",
        daysAgo: 15,
        by: "staff:ST9001",
      },
    ],
  },
  {
    memberNo: "MS1005",
    kind: "complaint",
    isAnonymous: true,
    text: "The queue at the counter is an hour long on pay day, and nobody says why.",
    daysAgo: 12,
    acts: [],
  },
  {
    memberNo: "MS1001",
    kind: "question",
    isAnonymous: false,
    text: "Can I guarantee a loan while my own is still running?",
    daysAgo: 8,
    acts: [
      { does: "acknowledges", daysAgo: 7, by: "staff:ST9001" },
      {
        does: "concludes",
        outcome: "done",
        text: "Yes, with the deposits that are free. Guarantee Requests shows how much that is.",
        daysAgo: 6,
        by: "staff:ST9002",
      },
    ],
  },
  {
    memberNo: "MS1006",
    kind: "question",
    isAnonymous: false,
    text: "When will the dividend be paid to phones?",
    daysAgo: 1,
    acts: [],
  },
];

/** Replays the cases of members by the commands that carry them out; `at` sets the day. */
export async function playCases(
  work: UnitOfWork,
  secret: string,
  at: (daysAgo: number) => Promise<void>,
): Promise<void> {
  for (const { memberNo, acts, daysAgo, ...said } of demoCases) {
    await at(daysAgo);
    const author = authorOf(secret, memberNo as MemberNo);
    const id = await cases.post(work, { ...said, author }, limitDefaults);
    if (id instanceof Problem) throw id;
    for (const act of acts) {
      await at(act.daysAgo);
      const seen = (await threadOf(work, id)).at(-1)?.id ?? 0n;
      await play(work, { id, seen, secret, by: act.by }, act);
    }
  }
}

/** Its notifications are too old to be sent. */
const nobodyNotifies = () => {};

async function play(work: UnitOfWork, given: desk.Act, act: DemoAct): Promise<void> {
  if (act.does === "acknowledges") await desk.acknowledge(work, given, nobodyNotifies);
  else if (act.does === "replies") await desk.reply(work, { ...given, ...act }, nobodyNotifies);
  else if (act.does === "concludes")
    await desk.conclude(work, { ...given, ...act }, nobodyNotifies);
  else await desk.close(work, { ...given, text: "", told: act.told });
}
