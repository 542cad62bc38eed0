import { beforeAll, expect, test } from "vitest";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const staff = { ADMIN: "administrator", TREASURER: "treasurer", TREASURER2: "treasurer" };

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "LEAVES");
  await deposit(society, "LEAVES", 10_000);
  for (const [who, role] of Object.entries(staff)) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
});

const send = (who: string, to: string, body: unknown) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `/api/v1/exits${to}`, body });

test("the refund of an exit is paid by neither of those who recorded and approved it", async () => {
  const recorded = await send("ADMIN", "", { memberNo: "LEAVES", reason: "Retires" });
  expect(recorded.status, recorded.text).toBe(201);
  const { id } = recorded.body as { id: string };
  expect((await send("TREASURER", `/${id}/approval`, {})).status).toBe(201);
  const receipt = { receiptNo: "EFT-0001" };
  for (const who of ["ADMIN", "TREASURER"]) {
    const reply = await send(who, `/${id}/payment`, receipt);
    expect(reply).toMatchObject({ status: 403, body: { reason: "exit-two-people" } });
  }
  const byRecorder = society.owner.query(
    `update member_exit set state = 'paid', paid_by = asked_by, paid_at = akiba_now(),
      refund_cents = 0, deposits_cents = 0, withdrawable_cents = 0, dividend_cents = 0,
      loans_cents = 0, shares_cents = 0 where id = $1`,
    [id],
  );
  await expect(byRecorder).rejects.toThrow("member_exit_third_person");
  expect((await send("TREASURER2", `/${id}/payment`, receipt)).status).toBe(201);
});
