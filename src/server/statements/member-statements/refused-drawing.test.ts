import { beforeAll, expect, it } from "vitest";
import { DrawingQueue } from "#server/kernel/documents/drawing-queue.ts";
import { enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

// A thread that ends whenever it is asked to draw, like one that runs out of memory.
const ends =
  "import { parentPort } from 'node:worker_threads';" +
  "parentPort.on('message', () => process.exit(1));";
const program = new URL(`data:text/javascript,${encodeURIComponent(ends)}`);
const society = useServedSociety({
  desk: new DrawingQueue(program),
  limits: { documentsPerMinute: 6000, documentBurst: 600 },
});
let token = "";

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS4217");
  token = await signIn(society, "MS4217");
});

const ask = () =>
  society.send("POST", "/api/v1/members/MS4217/statements/savings/documents", {
    token,
    body: { format: "pdf" },
  });

it("a document that was rejected or failed leaves no code and is not audited", async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, ask));
  const statuses = new Set(replies.map(({ status }) => status));
  expect(statuses).toContain(500);
  expect([...statuses].every((status) => status >= 500)).toBe(true);
  const busy = replies.filter(({ status }) => status === 503);
  for (const { headers } of busy) expect(headers.get("retry-after")).toBe("5");
  const { rows } = await society.owner.query(
    `select (select count(*)::int from issued_statement) as codes,
      (select count(*)::int from audit_record where action = 'statement-issued') as audited`,
  );
  expect(rows).toEqual([{ codes: 0, audited: 0 }]);
});
