import { beforeAll, expect, it } from "vitest";
import { enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const members = ["MS1", "MS2"];

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of members) await enrolWithLogin(society, memberNo);
  await signEverybodyIn();
});

async function signEverybodyIn(): Promise<void> {
  for (const memberNo of members) tokens[memberNo] = await signIn(society, memberNo);
}

const question = { kind: "question", anonymous: true, suggestion: "Is there a branch in Nakuru?" };

const send = (who: string, key: string, body: object = question) =>
  society.send("POST", "/api/v1/own-cases", {
    token: tokens[who] ?? "",
    body,
    headers: { "idempotency-key": key },
  });

it("sends a case once, however much later it is sent again with its key", async () => {
  const first = await send("MS1", "a-phone-that-was-off");
  expect(first.status, first.text).toBe(201);
  society.clock.advance(3 * 3600);
  await signEverybodyIn();
  const again = await send("MS1", "a-phone-that-was-off");
  expect(again.text).toBe(first.text);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

it("rejects the key with another text", async () => {
  await send("MS1", "two-texts");
  const other = await send("MS1", "two-texts", { ...question, suggestion: "Or in Kisumu?" });
  expect(other.status).toBe(422);
  expect(other.body).toMatchObject({ reason: "idempotency-mismatch" });
});

it("never returns the case of another member who used the same key", async () => {
  const one = await send("MS1", "chosen-badly");
  const other = await send("MS2", "chosen-badly");
  expect(other.status).toBe(201);
  expect(other.body).not.toEqual(one.body);
});

it("stores the sender of a key nowhere beside the case", async () => {
  await send("MS2", "no-name");
  const { rows } = await society.owner.query<{ held: string }>(
    "select to_jsonb(r)::text as held from idempotency_record r where scope like '%cases.post%'",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { held } of rows) expect(held).not.toMatch(/MS[12]|no-name|chosen-badly/);
});
