import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Batch, checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { upload, take, ask, count, postAs, read, standing, reverseAs } = checkOffOffice(
  society,
  tokens,
);

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MS1");
  await enrol(society, "MS2");
  await lend(society, "MS1", { loanNo: "LN-1", principal: 50_000 });
  await lend(society, "MS2", { loanNo: "LN-2", principal: 50_000 });
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const times = <T>(many: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => act(index)));

const file = (amount: number) => `member_no,amount,note\nMS1,${amount},\nMS2,${amount},\nMS99,1,\n`;
const entriesOf = (id: string) =>
  count("select from journal_entry where reference_no = $1", [`CO-${id}`]);

describe("at once", () => {
  it("twenty uploads of one file import it once", async () => {
    const replies = await times(20, (index) =>
      upload(file(10), "21", { fileName: `${index}.csv` }),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await count("select from check_off_batch")).toBe(1);
  });

  it("one upload repeated with its key gets the first answer again", async () => {
    const headers = { "idempotency-key": "one-file" };
    const [first] = await times(1, () => upload(file(20), "41", { headers }));
    const second = await upload(file(20), "41", { headers });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.text).toBe(first?.text);
    const other = await upload(file(21), "41", { headers });
    expect(other.body).toMatchObject({ reason: "idempotency-mismatch" });
  });

  it("two posters, each pressing ten times, post a file once", async () => {
    const { id } = await take(file(30), "61");
    const replies = await times(20, (index) =>
      postAs(index % 2 === 0 ? "treasurer" : "administrator", id),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await entriesOf(id)).toBe(3);
  });

  it("posting while lines are decided loses no cent and posts each line once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const amount = 40 + round;
      const { id } = await take(file(amount), String(2 * amount + 1));
      const before = await standing("check-off-clearing");
      await Promise.all([
        ask("clerk", "POST", `/${id}/lines/4/decision`, { to: "loan", loanNo: "LN-1" }),
        postAs("treasurer", id),
        ask("clerk", "POST", `/${id}/lines/4/decision`, { to: "deposits", memberNo: "MS2" }),
        ask("clerk", "POST", `/${id}/matching`, {}),
      ]);
      const { state } = await read(id);
      if (state === "prepared") await postAs("treasurer", id);
      expect(await read(id)).toMatchObject({ state: "posted" } satisfies Partial<Batch>);
      expect((await standing("check-off-clearing")) - before).toBe(2 * amount + 1);
      expect(await entriesOf(id)).toBe(3);
    }
  });

  it("posting and setting aside have one winner", async () => {
    const { id } = await take(file(50), "101");
    const replies = await Promise.all([
      postAs("treasurer", id),
      ask("clerk", "POST", `/${id}/discarding`, { reason: "Wrong" }),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const { state } = await read(id);
    expect(await entriesOf(id)).toBe(state === "posted" ? 3 : 0);
  });

  it("ten proposals of one line are one request, and ten approvals of it one entry", async () => {
    const { id } = await take(file(60), "121");
    await postAs("treasurer", id);
    const before = await standing("check-off-suspense");
    const replies = await times(10, () =>
      ask("treasurer", "POST", `/${id}/lines/4/placement`, { to: "loan", loanNo: "LN-2" }),
    );
    const proposed = replies.filter(({ status }) => status === 201);
    expect(proposed).toHaveLength(1);
    const token = tokens["administrator"] ?? "";
    const { approvalId = "" } = (proposed[0]?.body ?? {}) as { approvalId?: string };
    const { body } = await society.send("GET", "/api/v1/approvals", { token });
    const { rows } = body as { rows: { id: string; digest: string }[] };
    const digest = rows.find(({ id: one }) => one === approvalId)?.digest;
    const path = `/api/v1/approvals/${approvalId}/approval`;
    const approved = await times(10, () => society.send("POST", path, { token, body: { digest } }));
    expect(approved.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(before - (await standing("check-off-suspense"))).toBe(1);
  });

  it("ten reversals of one file reverse it once", async () => {
    const { id } = await take(file(70), "141");
    await postAs("treasurer", id);
    const replies = await times(10, () => reverseAs("administrator", id, "Twice"));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await entriesOf(id)).toBe(6);
  });

  it("repayments by phone at the same time never block a file, nor are blocked by it", async () => {
    await society.owner.query("update loan set policy_id = 1 where loan_no in ('LN-1', 'LN-2')");
    const { id } = await take(file(80), "161");
    const repay = (index: number) =>
      society.send("POST", `/api/v1/instant-loans/LN-${1 + (index % 2)}/repayments`, {
        token: tokens["clerk"] ?? "",
        body: { amount: 10, receipt: `TK41RACE${index}` },
      });
    const [posted, ...repaid] = await Promise.all([
      postAs("treasurer", id),
      ...Array.from({ length: 10 }, (_, index) => repay(index)),
    ]);
    expect(posted.status, posted.text).toBe(201);
    expect(new Set(repaid.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe("a posting whose connection is cut after its last write", () => {
  it("leaves nothing, and is posted once when it is requested again", async () => {
    const { id } = await take(file(90), "181");
    const { digest } = await read(id);
    // Delays the last write, so that the connection is cut between the write and the commit.
    await society.owner.query("begin");
    await society.owner.query("select from audit_head for update");
    const cut = ask("treasurer", "POST", `/${id}/posting`, { digest });
    const waiting = `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ~ 'audit_append'`;
    const waits = async () => {
      await society.owner.query("select pg_stat_clear_snapshot()");
      expect(await count(waiting)).toBe(1);
    };
    await vi.waitFor(waits, { timeout: 20_000, interval: 20 });
    await society.owner.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
    await society.owner.query("rollback");
    expect((await cut).status).toBe(503);
    expect(await entriesOf(id)).toBe(0);
    expect(await read(id)).toMatchObject({ state: "prepared" } satisfies Partial<Batch>);
    expect((await postAs("treasurer", id)).status).toBe(201);
    expect(await entriesOf(id)).toBe(3);
  });
});
