import { parse } from "csv-parse/sync";
import { beforeAll, expect, it } from "vitest";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import { hostileTexts } from "#test/hostile-texts.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { payToPhones } from "#test/payouts.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";

const society = useServedSociety({ limits: manyWrites });
const names = hostileTexts(12);
let token = "";

beforeAll(async () => {
  await foundSociety(society);
  const paid = names.map((_, n) => {
    return [`FA${n}`, { deposits: 100_000 + n, mobile: `+25471200${1000 + n}` }] as const;
  });
  await payToPhones(society, Object.fromEntries(paid));
  for (const [n, name] of names.entries()) {
    const rename = "update member set full_name = $2 where member_no = $1";
    await society.owner.query(rename, [`FA${n}`, name]);
  }
  await employ(society, "ADMIN", "administrator");
  token = await signIn(society, "ADMIN");
});

it("a payout file with a receipt in each row is read back as its results", async () => {
  const made = await sendAsShown(society, { token, path: "/api/v1/payout-files", body: {} });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body as { id: string };
  const { text } = await society.send("GET", `/api/v1/payout-files/${id}`, { token });
  const [head = [], ...rows]: string[][] = parse(text, { bom: true });
  expect(new Set(rows.map(([phone]) => phone))).toEqual(
    new Set(names.map((_, n) => `25471200${1000 + n}`)),
  );
  const results = drawCsvRows([
    [...head, "Receipt"],
    ...rows.map((row, n) => [...row, `QAA1${String(n).padStart(6, "0")}`]),
  ]);
  const read = await society.send("POST", `/api/v1/payout-files/${id}/results`, {
    token,
    body: results,
    headers: { "content-type": "text/csv" },
  });
  expect(read.status, read.text).toBe(201);
  expect(read.body).toMatchObject({ paid: names.length, failed: 0, repeated: 0, refused: [] });
});
