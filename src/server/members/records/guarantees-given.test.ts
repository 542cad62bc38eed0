import { beforeAll, expect, it } from "vitest";
import {
  deposit,
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { readsPerMinute: 6000, readBurst: 6000 } });
const tokens = { guarantor: "", officer: "" };

// A guarantor has one guarantee in each status; only one is accepted.
const states = ["accepted", "asked", "declined", "cancelled", "released"] as const;

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "GG1");
  await deposit(society, "GG1", 50_000);
  await lend(society, "GG1", { loanNo: "LN-OWN" });
  const guarantorId = await memberIdOf(society, "GG1");
  for (const [at, state] of states.entries()) {
    const loanNo = `LN-${state.toUpperCase()}`;
    await enrol(society, `GB${at}`);
    await lend(society, `GB${at}`, { loanNo });
    await society.owner.query(
      `insert into guarantee (loan_id, guarantor_id, amount_cents, state, asked_at, released_on)
        select l.id, $2, 100000, $3, akiba_now(),
          case when $3 = 'released' then akiba_today() end
        from loan l where l.loan_no = $1`,
      [loanNo, guarantorId, state],
    );
  }
  await employ(society, "ST1", "loans-officer");
  tokens.officer = await signIn(society, "ST1");
  tokens.guarantor = await signIn(society, "GG1");
});

const others = /LN-(ASKED|DECLINED|CANCELLED|RELEASED)/;

it.each([
  ["the member's record", "officer", "/members/GG1/record"],
  ["the loan file of the desk", "officer", "/instant-loans/LN-OWN/file"],
  ["the guarantor statement", "guarantor", "/guarantor/GG1"],
  ["the exit", "officer", "/members/GG1/exit"],
] as const)("%s lists only accepted guarantees", async (_, who, path) => {
  const reply = await society.send("GET", `/api/v1${path}`, { token: tokens[who] });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.text).toContain("LN-ACCEPTED");
  expect(reply.text).not.toMatch(others);
});

it("the borrower's record names only guarantors who accepted", async () => {
  for (const [at, state] of states.entries()) {
    const reply = await society.send("GET", `/api/v1/members/GB${at}/record`, {
      token: tokens.officer,
    });
    const { received } = reply.body as { received: unknown[] };
    expect(received, state).toHaveLength(state === "accepted" ? 1 : 0);
  }
});

// PDF and Excel are drawn from the same table.
it("the guarantor statement as a file lists only accepted guarantees", async () => {
  const path = "/api/v1/members/GG1/statements/guarantor/documents";
  const body = { format: "csv" };
  const reply = await society.send("POST", path, { token: tokens.guarantor, body });
  expect(reply.status, reply.text).toBe(201);
  expect(reply.text).toContain("LN-ACCEPTED");
  expect(reply.text).not.toMatch(others);
});

it("counts and sums only accepted guarantees as pledged", async () => {
  const read = (path: string) => society.send("GET", `/api/v1${path}`, { token: tokens.guarantor });
  expect((await read("/members/GG1/guarantees")).body).toMatchObject({
    pledged: 1000,
    standing: [{ loanNo: "LN-ACCEPTED" }],
    requests: [{ loanNo: "LN-ASKED" }],
  });
  expect((await read("/members/GG1/overview")).body).toMatchObject({ guaranteed: 1000 });
});
