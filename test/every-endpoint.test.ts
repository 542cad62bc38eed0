import { beforeAll, describe, expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { roleMay } from "#shared/permissions.ts";
import { asked, bodies, loans, needsMore, pathFor } from "./endpoint-samples.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { shillings } from "#shared/money.ts";
import { transfer } from "#server/withdrawals/moves/transfer.ts";
import { openWithdrawable } from "./withdrawable.ts";
import { employ, enrolWithLogin, foundSociety, lend, signIn } from "./people.ts";
import { manyWrites, useServedSociety } from "./served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    readsPerMinute: 60_000,
    readBurst: 60_000,
    ...manyWrites,
    documentBurst: 60,
  },
});

const roles = [
  "clerk",
  "teller",
  "loans-officer",
  "treasurer",
  "administrator",
  "auditor",
] as const;
type Who = (typeof roles)[number] | "own" | "revoked" | "expired";
const tokens = {} as Record<Who, string>;

beforeAll(async () => {
  await enrolWithLogin(society, "MS1");
  await enrolWithLogin(society, "MS2");
  tokens.own = await signIn(society, "MS1");
  for (const role of roles) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  tokens.revoked = await signIn(society, "MS1");
  await society.send("DELETE", "/api/v1/session", { token: tokens.revoked });
  tokens.expired = await signIn(society, "MS2");
  await society.owner.query(
    `update session set expires_at = '2026-01-01' where login_id =
      (select id from login where login_no = 'MS2')`,
  );
  await foundSociety(society);
  for (const [memberNo, loanNo] of Object.entries(loans)) await lend(society, memberNo, { loanNo });
  const body = "member_no,amount\nMS1,5\n";
  const given = { token: tokens.clerk, body, headers: { "content-type": "text/csv" } };
  await society.send("POST", `/api/v1/check-off?${asked["check-off.prepare"]}`, given);
  await society.send("POST", `/api/v1/imports?${asked["imports.upload"]}`, given);
  // A cheque that waits has a receipt.
  await society.owner.query("update counter_series set last_no = 1");
  await society.owner.query(
    `insert into counter_receipt (receipt_no, way, state, member_id, destination, amount_cents,
        document_no, bank, received_by)
      select 'RC0000001', 'cheque', 'clearing', id, 'deposits', 100, '1', 'KCB', 'staff:ST1'
        from member where member_no = 'MS2'`,
  );
  // A transfer has a receipt.
  await openWithdrawable(society, "MS2", 1000);
  const moving = { memberNo: "MS2" as MemberNo, to: "deposits", amount: shillings(100) } as const;
  await society.database.unitOfWork("member:MS2", (work) => transfer(work, moving, () => {}));
  // A guarantee that was accepted has a receipt.
  await society.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, asked_at, answered_at)
      select l.id, m.id, 100, now(), now() from loan l, member m
      where l.loan_no = 'LN-1' and m.member_no = 'MS2'`,
  );
  // An exit that was paid has a voucher.
  await society.owner.query(
    `insert into member_exit (member_id, state, reason, asked_by, approved_by, approved_at, paid_by,
        paid_at, deposits_cents, withdrawable_cents, dividend_cents, loans_cents, refund_cents,
        shares_cents, held_shares_cents, settled)
      select id, 'paid', 'Retires', 'staff:ST1', 'staff:ST2', now(), 'staff:ST3', now(), 0, 0, 0, 0,
        0, 0, 0, '[]' from member where member_no = 'MS2'`,
  );
});

const guarded = everyEndpoint.filter(({ audience }) => audience.kind !== "anyone");
const records = everyEndpoint.filter(({ audience }) => audience.kind === "record");

const harmless = guarded.filter(({ name }) => !needsMore.some((known) => known.test(name)));

/** A token of somebody in the call's audience. */
function rightful({ audience }: Endpoint): string {
  if (audience.kind === "any-staff") return tokens.clerk;
  if (audience.kind !== "staff") return tokens.own;
  const role = roles.find((one) => roleMay(one, audience.permission));
  return tokens[role ?? "clerk"];
}

const call = (endpoint: Endpoint, memberNo: string, token?: string) =>
  society.send(endpoint.method, `${pathFor(endpoint, memberNo)}?${asked[endpoint.name] ?? ""}`, {
    ...(token !== undefined && { token }),
    ...(endpoint.name in bodies && { body: bodies[endpoint.name] }),
  });

steps("step by step", () => {
  describe("every guarded call", () => {
    it.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s rejects no token, a garbled, an unknown, an expired and a revoked one",
      async (_, endpoint) => {
        const noToken = await call(endpoint, "MS1");
        expect(noToken.status).toBe(401);
        expect(noToken.body).toMatchObject({ code: 401, reason: "not-signed-in" });
        const unusable = ["garbled", "A".repeat(43), tokens.expired, tokens.revoked];
        for (const token of unusable) {
          const reply = await call(endpoint, "MS1", token);
          expect(reply.status).toBe(401);
          expect(reply.body).toMatchObject({ code: 401, reason: "session-ended" });
          expect(reply.headers.get("www-authenticate")).toBe("Bearer");
        }
        expect(noToken.headers.get("www-authenticate")).toBe("Bearer");
      },
    );

    it.each(harmless.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s answers its own member in the contract's shape",
      async (_, endpoint) => {
        const reply = await call(endpoint, "MS1", rightful(endpoint));
        expect(reply.status, reply.text).toBe(endpoint.status);
        expect(() => endpoint.answer.parse(reply.body)).not.toThrow();
      },
    );
  });

  describe("every call on a member's record", () => {
    it.each(records.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s answers another's number and an unknown one with the same bytes",
      async (_, endpoint) => {
        const anothers = await call(endpoint, "MS2", tokens.own);
        const nobodys = await call(endpoint, "MS9999", tokens.own);
        expect(anothers.status).toBe(403);
        expect(nobodys.status).toBe(403);
        expect(nobodys.text).toBe(anothers.text);
      },
    );

    it.each([
      ["GET", "/loans/x%20y"],
      ["GET", "/statements/nonsense"],
      ["GET", "/statements/savings?from=never"],
      ["POST", "/statements/nonsense/documents"],
      ["POST", "/statements/savings/documents"],
    ])(
      "%s …%s of another member is rejected and audited before it is judged",
      async (method, rest) => {
        const count = async () => {
          const found = await society.owner.query<{ n: number }>(
            `select count(*)::int as n from audit_record
          where action = 'refused' and subject = 'member:MS2'`,
          );
          return found.rows[0]?.n ?? 0;
        };
        const ask = (memberNo: string) => {
          const body = method === "POST" ? { body: { format: "nonsense" } } : {};
          const path = `/api/v1/members/${memberNo}${rest}`;
          return society.send(method, path, { token: tokens.own, ...body });
        };
        const before = await count();
        expect((await ask("MS2")).status).toBe(403);
        expect(await count()).toBe(before + 1);
        expect((await ask("MS1")).status).toBe(422);
      },
    );

    // Reads that the auditor may not make are tested by their slice.
    const readByStaff = records.filter(({ audience }) => {
      return audience.kind === "record" && roleMay("auditor", audience.staff);
    });

    it.each(readByStaff.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s may be read by staff, with each access in the audit log",
      async (_, endpoint) => {
        const count = async () => {
          const found = await society.owner.query<{ n: number }>(
            `select count(*)::int as n from audit_record
            where action = 'looked' and subject = 'member:MS2' and detail ->> 'call' = $1`,
            [endpoint.name],
          );
          return found.rows[0]?.n ?? 0;
        };
        const before = await count();
        expect((await call(endpoint, "MS2", tokens.clerk)).status).toBe(endpoint.status);
        expect((await call(endpoint, "MS2", tokens.auditor)).status).toBe(endpoint.status);
        expect(await count()).toBe(before + 2);
      },
    );

    it.each(records.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s rejects a malformed number with a field error, not a look-up",
      async (_, endpoint) => {
        for (const bad of ["%EF%BC%AD%EF%BC%B31", "a%20b", "A".repeat(21), "'--"]) {
          const reply = await call(endpoint, bad, tokens.own);
          expect(reply.status).toBe(422);
          expect(reply.body).toMatchObject({ errors: [{ field: "memberNo" }] });
        }
      },
    );
  });

  describe("the query string", () => {
    const unknown = "mine=1";
    const ownOnes = harmless.filter(({ path }) => /\/(members|session|notices)\b/.test(path));
    const earlier = records.filter(({ path }) => !path.startsWith("/api/v1/members/"));
    const ask = (endpoint: Endpoint) =>
      society.send(
        endpoint.method,
        `${pathFor(endpoint, "MS1")}?${unknown}&${asked[endpoint.name] ?? ""}`,
        {
          token: rightful(endpoint),
          ...(endpoint.name in bodies && { body: bodies[endpoint.name] }),
        },
      );

    it.each(ownOnes.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s rejects an unknown key, by its name",
      async (_, endpoint) => {
        const reply = await ask(endpoint);
        expect(reply.status).toBe(422);
        expect(reply.body).toMatchObject({ errors: [{ field: "mine" }] });
      },
    );

    it.each(earlier.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s of the earlier client ignores unknown keys",
      async (_, endpoint) => {
        expect((await ask(endpoint)).status).toBe(200);
      },
    );
  });

  describe("every call that takes a body", () => {
    const writes = everyEndpoint.filter(
      ({ method, audience }) =>
        ["POST", "PUT", "PATCH"].includes(method) && audience.kind === "anyone",
    );

    it.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s answers bad bodies with an explanation, changes nothing and reveals nothing",
      async (_, endpoint) => {
        const bodies = ["{", "[]", "null", "7", '"x"', '{"a":'.repeat(9), "{}", { memberNo: {} }];
        const before = await everyRowCount();
        for (const body of bodies) {
          const reply = await society.send(endpoint.method, endpoint.path, { body });
          expect([400, 422], `${JSON.stringify(body)} ${reply.text}`).toContain(reply.status);
          expect((reply.body as { message: string }).message).not.toBe("");
          expect(reply.text).not.toMatch(/select|insert|zod|stack|node_modules|expected/i);
        }
        expect(await everyRowCount()).toEqual(before);
      },
    );

    async function everyRowCount() {
      const tables = [
        "login",
        "session",
        "otp",
        "otp_standing",
        "sign_in_standing",
        "outbox_message",
      ];
      const counts = tables.map((table) => `(select count(*) from ${table})::int as ${table}`);
      return (await society.owner.query(`select ${counts.join(", ")}`)).rows[0];
    }
  });

  describe("the scheme of a token", () => {
    it.each(["bearer", "BEARER", "Bearer"])("may be written %s", async (scheme) => {
      const headers = { authorization: `${scheme} ${tokens.own}` };
      expect((await society.send("GET", "/api/v1/session", { headers })).status).toBe(200);
    });

    it("is named in the answer to a failed sign-in", async () => {
      const body = { memberNo: "MS1", password: "not the one" };
      const reply = await society.send("POST", "/api/v1/auth/authenticate", { body });
      expect(reply.status).toBe(401);
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    });
  });

  describe("every read by staff", () => {
    const audited = everyEndpoint.filter(
      ({ method, audience }) => method === "GET" && ["staff", "own"].includes(audience.kind),
    );

    it.each(audited.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s declares the subject of its audit record",
      (_, { subject, path }) => {
        expect(subject).not.toBeNull();
        if (subject === null || subject === "call") return;
        expect(path.split("/")).toContain(`:${subject.param}`);
      },
    );
  });

  describe("every address", () => {
    it.each(everyEndpoint.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s rejects other methods with 405 and names its own",
      async (_, endpoint) => {
        const taken = everyEndpoint.filter(({ path }) => path === endpoint.path);
        const other = ["PATCH", "PUT", "DELETE"].find(
          (m) => !taken.some(({ method }) => method === m),
        );
        const reply = await society.send(other ?? "", pathFor(endpoint, "MS1"), {
          token: tokens.own,
        });
        expect(reply.status).toBe(405);
        expect(reply.headers.get("allow")).toContain(endpoint.method);
        expect(reply.body).toMatchObject({ code: 405 });
      },
    );

    it("an unknown one under /api is a JSON 404", async () => {
      const reply = await society.send("GET", "/api/v1/nothing-here");
      expect(reply.status).toBe(404);
      expect(reply.headers.get("content-type")).toContain("application/problem+json");
      expect(reply.body).toMatchObject({ code: 404 });
    });

    it("carries the security headers on every status alike", async () => {
      const replies = [
        await society.send("GET", "/api/v1/header/1"),
        await society.send("GET", "/api/v1/session"),
        await society.send("GET", "/api/v1/nothing-here"),
        await society.send("PATCH", "/api/v1/session"),
        await society.send("POST", "/api/v1/auth/register", { body: "{" }),
        await society.send("POST", "/api/v1/auth/register", { body: { a: "x".repeat(20_000) } }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 401, 404, 405, 400, 413]);
      for (const { headers } of replies) {
        expect(headers.get("content-security-policy")).toContain("default-src 'none'");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("referrer-policy")).toBe("no-referrer");
        expect(headers.get("cache-control")).toBe("no-store");
      }
    });

    it("is described in the OpenAPI document", async () => {
      const reply = await society.send("GET", "/api/openapi.json");
      const { paths } = reply.body as { paths: Record<string, Record<string, unknown>> };
      for (const { path, aliases, method } of everyEndpoint) {
        for (const address of [path, ...aliases]) {
          const described = paths[address.replace(/:(\w+)/g, "{$1}")];
          expect(described?.[method.toLowerCase()], address).toBeDefined();
        }
      }
      const running = paths["/api/v1/members/{memberNo}/statements/{statement}"]?.["get"];
      const asked = (running as { parameters: { name: string; in: string }[] }).parameters;
      expect(asked.filter((one) => one.in === "query").map(({ name }) => name)).toEqual([
        "from",
        "to",
      ]);
      expect((await society.send("GET", "/api/docs")).text).toContain("/api/v1/auth/authenticate");
    });
  });
});
