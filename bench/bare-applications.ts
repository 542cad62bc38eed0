import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { Overheard } from "./bare-handler.ts";

/** How to reach the product's database, and its session look-up. */
export interface BareApplicationsOptions {
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
  readonly session: Overheard;
}

// The minimum that could accept an application and leave the same rows: node:http and the same
// driver, one transaction, prepared statements, and none of the product's checks. It applies no
// rule, checks no figure, trusts the body and never retries.
process.once("message", (options: BareApplicationsOptions) => {
  const pool = new pg.Pool({
    ...options.connection,
    options: "-c role=akiba_app -c timezone=UTC",
    max: options.poolSize,
  });
  const server = createServer((request, response) => {
    answer(pool, options, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});

interface Body {
  readonly memNo: string;
  readonly amount: number;
  readonly period: number;
  readonly total: number;
  readonly repayment: number;
}

async function answer(
  pool: pg.Pool,
  { session }: BareApplicationsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const body = JSON.parse(text) as Body;
  const token = (request.headers.authorization ?? "").slice("Bearer ".length);
  const hash = createHash("sha256").update(token).digest();
  const { name, text: look, more } = session;
  const found = await pool.query({ name, text: look, values: [hash, ...more] });
  if (found.rows.length === 0) {
    response.writeHead(401).end();
    return;
  }
  const client = await pool.connect();
  try {
    await client.query("begin");
    const loanNo = await write(client, body, String(request.headers["idempotency-key"]));
    await client.query("commit");
    response.writeHead(201, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ code: 201, message: "Application Successful", loanNo }));
  } finally {
    client.release();
  }
}

async function write(client: pg.PoolClient, body: Body, key: string): Promise<string> {
  const run = async <Row extends object>(name: keyof typeof sql, values: unknown[]) =>
    (await client.query<Row>({ name, text: sql[name], values })).rows[0];
  const { memNo, amount, period, total, repayment } = body;
  for (const limit of ["applications-minute", "applications-day"])
    await run("count", [limit, memNo]);
  const number = await run<{ loan_no: string }>("number", []);
  const loanNo = number?.loan_no ?? "";
  const cents = [amount, total - amount, total, repayment].map((one) => Math.round(one * 100));
  const loan = await run<Written>("loan", [loanNo, memNo, ...cents, period]);
  await run("step", [loan?.id, `member:${memNo}`, cents[0]]);
  const params = JSON.stringify({ loanNo, name: loan?.full_name, amount: String(amount), total });
  await run("message", ["sms", loan?.mobile_number, "loan-applied", params]);
  await run("message", ["email", loan?.email, "loan-applied-email", params]);
  const fingerprint = createHmac("sha256", "bench").update(JSON.stringify(body)).digest();
  await run("answer", [`member:${memNo}`, key, fingerprint, JSON.stringify({ loanNo })]);
  const subject = `loan:${loanNo}`;
  const record = { actor: `member:${memNo}`, action: "loan-step-applied", subject, detail: {} };
  await run("audit", [JSON.stringify([record])]);
  return loanNo;
}

interface Written {
  readonly id: string;
  readonly full_name: string;
  readonly mobile_number: string;
  readonly email: string;
}

const sql = {
  count: `insert into rate_counter as c (name, key, window_start, count)
    values ($1, $2, akiba_now(), 1) on conflict (name, key) do update set count = c.count + 1`,
  number: `select 'INS-' || year || '-' || lpad(drawn, greatest(4, length(drawn)), '0') as loan_no
    from (select extract(year from akiba_today())::integer as year) today
      cross join lateral (select draw_loan_number(year)::text as drawn) drawing`,
  loan: `with given as (select * from member where member_no = $2), written as (
      insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
        total_cents, monthly_deduction_cents, term_months, state, policy_id, open_place)
      select $1, id, 'Instant', 'Instant loan', $3, $4, $5, $6, $7, 'applied', 1, 1 from given
      returning id
    )
    select written.id, full_name, mobile_number, email from written, given`,
  step: `insert into loan_step (loan_id, step, taken_by, amount_cents)
    values ($1, 'applied', $2, $3)`,
  message: `insert into outbox_message (channel, recipient, template, language, params, expires_at)
    values ($1, $2, $3, 'en', $4::jsonb, akiba_now() + interval '2 days')`,
  answer: `insert into idempotency_record (scope, key, fingerprint, status, answer)
    values ($1, $2, $3, 201, $4::json)`,
  audit: "select audit_append($1::jsonb)",
};
