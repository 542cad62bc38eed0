import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

/** How to reach the product's database. */
export interface BarePayInsOptions {
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
}

// The minimum that could credit a payment and leave the same rows: node:http and the same driver,
// one transaction, prepared statements, and none of the product's checks. It reads the account
// number as it is, trusts the caller and never retries.
process.once("message", (options: BarePayInsOptions) => {
  const pool = new pg.Pool({
    ...options.connection,
    options: "-c role=akiba_app -c timezone=UTC",
    max: options.poolSize,
  });
  const server = createServer((request, response) => {
    answer(pool, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});

interface Body {
  readonly TransID: string;
  readonly TransAmount: string;
  readonly BusinessShortCode: string;
  readonly BillRefNumber: string;
}

async function answer(
  pool: pg.Pool,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await write(client, JSON.parse(text) as Body);
    await client.query("commit");
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ ResultCode: 0, ResultDesc: "Accepted" }));
  } finally {
    client.release();
  }
}

async function write(client: pg.PoolClient, told: Body): Promise<void> {
  const run = async <Row extends object>(name: keyof typeof sql, values: unknown[]) =>
    (await client.query<Row>({ name, text: sql[name], values })).rows[0];
  const { TransID: receipt, BillRefNumber: memberNo, BusinessShortCode: shortCode } = told;
  const cents = Math.round(Number(told.TransAmount) * 100);
  const payIn = await run<{ id: string }>("payIn", [receipt, shortCode, cents, memberNo]);
  const entry = await run<{ id: string }>("entry", [receipt, cents, memberNo]);
  await run("part", [payIn?.id, memberNo, cents, entry?.id]);
  await run("message", [memberNo, JSON.stringify({ amount: told.TransAmount, receipt })]);
  const subject = `pay-in:${receipt}`;
  const record = { actor: "anyone", action: "pay-in-credited", subject, detail: {} };
  await run("audit", [JSON.stringify([record])]);
}

const sql = {
  payIn: `insert into pay_in (receipt_no, short_code, amount_cents, account_text, paid_at, state,
      cause)
    values ($1, $2, $3, $4, akiba_now(), 'credited', '') returning id`,
  entry: `with entry as (
      insert into journal_entry (id, kind, value_date, narration, reference_no, receipt_no, actor)
      values (nextval('journal_entry_id_seq'), 'deposit-by-mpesa', akiba_today(),
        'Paid in by M-Pesa', $1, $1, 'anyone')
      returning id, value_date
    ), lines as (
      insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
      select e.id, l.line_no, l.account_id, e.value_date, l.cents
      from entry e cross join (
        select 1 as line_no, a.id as account_id, $2::bigint as cents from ledger_account a
          where a.code = 'mobile-money'
        union all
        select 2, a.id, -$2::bigint from ledger_account a join member m on m.id = a.member_id
          where a.code = 'member-deposits' and m.member_no = $3
      ) l order by l.line_no
    )
    select id from entry`,
  part: `insert into pay_in_part (pay_in_id, turn, part_no, destination, member_id, amount_cents,
      entry_id)
    select $1, 0, 1, 'deposits', id, $3, $4 from member where member_no = $2`,
  message: `insert into outbox_message (channel, recipient, template, language, params, expires_at)
    select 'sms', mobile_number, 'pay-in-credited', language, $2::jsonb,
      akiba_now() + interval '2 days'
    from member where member_no = $1`,
  audit: "select audit_append($1::jsonb)",
};
