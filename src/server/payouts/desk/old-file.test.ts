import { beforeAll, expect, it } from "vitest";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { payoutOf, payToPhones } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens = { administrator: "", treasurer: "" };

beforeAll(async () => {
  await foundSociety(society);
  await payToPhones(society, { OF1: { deposits: 100_000, mobile: "+254712000811" } });
  for (const role of ["administrator", "treasurer"] as const) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

async function asShown(who: keyof typeof tokens, to: string, body: object = {}): Promise<unknown> {
  const reply = await sendAsShown(society, { token: tokens[who], path: `/api/v1${to}`, body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

async function makeFile(): Promise<string> {
  return ((await asShown("administrator", "/payout-files")) as { id: string }).id;
}

async function fileText(id: string): Promise<string> {
  const token = tokens.administrator;
  return (await society.send("GET", `/api/v1/payout-files/${id}`, { token })).text;
}

it("a payout file keeps its number after a retry to another one", async () => {
  const first = await makeFile();
  const before = await fileText(first);
  expect(before).toContain("254712000811");
  const { id } = await payoutOf(society, "OF1");
  await asShown("administrator", `/payouts/${id}/result`, {
    outcome: "failed",
    reason: "The number is closed",
  });
  await society.owner.query(
    `update member set mobile_number = '+254799000811', mobile_confirmed_at = '2026-04-15T06:00:00Z'
      where member_no = 'OF1'`,
  );
  await asShown("treasurer", `/payouts/${id}/retry`);
  const second = await fileText(await makeFile());
  expect(second).toContain("254799000811");
  expect(await fileText(first)).toBe(before);
});
