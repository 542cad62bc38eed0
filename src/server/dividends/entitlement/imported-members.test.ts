import { expect, it } from "vitest";
import { importFiles } from "#server/imports/engine/import-files.ts";
import { sourceOf } from "#server/imports/engine/read-file.ts";
import { postYear } from "#test/dividend-year.ts";
import { useTestSociety } from "#test/test-society.ts";
import { entitledInSql } from "./entitled-members-sql.ts";

const society = useTestSociety();

const numbers = Array.from({ length: 400 }, (_, at) => `IM${1000 + at}`);

/** Brings in all members with the deposits of five months, in one import. */
async function importMembers(): Promise<void> {
  const members = numbers.map((no) => `${no},Wanjiru Kamau,2015-01-15`);
  const entries = [1, 2, 3, 4, 5].flatMap((month) =>
    numbers.map((no) => `${no},2025-0${month}-25,deposit,1000.00,Check-off,CO-${month}`),
  );
  const files = {
    "members.csv": ["member_no,full_name,joined_on", ...members],
    "entries.csv": ["member_no,date,kind,amount,narration,reference", ...entries],
  };
  const sources = Object.entries(files).map(([name, rows]) =>
    sourceOf(name, Buffer.from(`${rows.join("\n")}\n`)),
  );
  const { findings } = await importFiles(society.database, {
    actor: "test",
    sources,
    commit: true,
  });
  expect(findings).toEqual([]);
  await society.owner.query("analyze");
}

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

const withParts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withParts)];

it("adds the lines up once for all members, even if one import brought them all", async () => {
  await importMembers();
  await postYear(society);
  const { rows } = await society.owner.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `explain (analyze, format json)
      ${entitledInSql.replace("$1", "(select id from dividend)")} select from entitled`,
  );
  const parts = rows.flatMap((row) => row["QUERY PLAN"]).flatMap(({ Plan }) => withParts(Plan));
  const sums = parts.filter((part) => part["Node Type"] === "Aggregate");
  expect(sums.map((part) => part["Actual Loops"])).toEqual([1, 1]);
});
