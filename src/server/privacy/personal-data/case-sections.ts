import type { PersonalSection } from "./section.ts";

const reference = "'Q-' || lpad(c.id::text, greatest(6, length(c.id::text)), '0') as reference";

/**
 * Questions, suggestions and complaints sent under the member's name. Unnamed ones are only on the
 * member's own page: the office may make a copy, and would learn who wrote them.
 */
export const caseSections: readonly PersonalSection[] = [
  {
    name: "cases",
    tables: ["member_case"],
    columns: {
      reference: "text",
      createdAt: "moment",
      kind: "caseKind",
      message: "text",
      state: "caseState",
      answer: "caseOutcome",
    },
    text: `select ${reference}, c.posted_at as "createdAt", c.kind, c.text as message, c.state,
        c.outcome as answer
      from member_case c where c.member_id = $1 order by c.id`,
  },
  {
    name: "caseSteps",
    tables: ["case_step"],
    columns: { reference: "text", at: "moment", step: "caseStep", by: "actor", message: "text" },
    text: `select ${reference}, s.taken_at as at, s.step, s.taken_by as by, s.text as message
      from member_case c join case_step s on s.case_id = c.id
      where c.member_id = $1 order by s.id`,
  },
];
