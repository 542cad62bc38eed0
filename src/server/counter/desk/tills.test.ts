import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, signIn, tryToApprove } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";
import { approvalOf, counterCalls, fillSafe, piecesOf } from "#test/tills.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { send, open, own, receive, count } = counterCalls(society, tokens);
const approve = (id: string, who = "TREASURER") => tryToApprove(society, tokens[who] ?? "", id);
const reject = (id: string, who = "TREASURER") =>
  society.send("POST", `/api/v1/approvals/${id}/rejection`, {
    token: tokens[who] ?? "",
    body: { reason: "Counted differently" },
  });
const of = (code: string, memberNo?: string) => totalOf(society, code, memberNo);

let employed = 0;
/** A new teller, signed in. */
const newTeller = async (role = "teller") => {
  employed += 1;
  const staffNo = `TL${employed}`;
  await employ(society, staffNo, role);
  tokens[staffNo] = await signIn(society, staffNo);
  return staffNo;
};

/** Hands over what the till of somebody has, as two people. */
const handOver = async (who: string, amount: number) =>
  approve(approvalOf(await count(who, amount)));

beforeAll(async () => {
  await foundSociety(society);
  await fillSafe(society, 100_000);
  await enrol(society, "TB1");
  const staff = {
    TREASURER: "treasurer",
    ADMIN: "administrator",
    AUDITOR: "auditor",
    OFFICER: "loans-officer",
  };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

describe("a till", () => {
  it("gets its float from the safe when a second person agrees", async () => {
    const who = await newTeller();
    const safe = await of("cash");
    const id = approvalOf(await open(who, 5000));
    expect(await own(who)).toMatchObject({ state: "open", balance: 0 });
    expect((await approve(id)).status).toBe(201);
    expect(await own(who)).toMatchObject({ state: "open", balance: 5000 });
    expect(await of("cash")).toBe(safe - 5000);
    await handOver(who, 5000);
    expect(await of("cash")).toBe(safe);
    expect(await own(who)).toBeNull();
  });

  it("opens without a float, at once", async () => {
    const who = await newTeller("clerk");
    const reply = await open(who);
    expect(reply.body).toMatchObject({ approvalId: "" });
    expect((await receive(who, { memberNo: "TB1", amount: 300 })).status).toBe(201);
    expect(await own(who)).toMatchObject({ balance: 300 });
    await handOver(who, 300);
  });

  it("gets no more than the safe holds", async () => {
    const who = await newTeller();
    const reply = await approve(approvalOf(await open(who, 900_000)));
    expect([reply.status, reasonOf(reply)]).toEqual([409, "safe-short"]);
    expect(await own(who)).toMatchObject({ balance: 0 });
    expect((await send("POST", "till/floats", who, { amount: 700 })).status).toBe(409);
  });

  it("accepts whole shillings only, as no coin is smaller", async () => {
    const who = await newTeller();
    expect((await open(who, 10.5)).status).toBe(422);
    await open(who);
    for (const amount of [100.5, "0.99", -5, 0, "1e3", ""]) {
      const reply = await receive(who, { memberNo: "TB1", amount });
      expect([amount, reply.status]).toEqual([amount, 422]);
    }
    expect(await own(who)).toMatchObject({ balance: 0 });
  });

  it("is one for each person, under any of their names and however often they try", async () => {
    const who = await newTeller();
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(who)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reasonOf(reply) === "till-open")).toHaveLength(7);
  });

  it("books a surplus or shortage on a separate account", async () => {
    const [short, over] = [await newTeller(), await newTeller()];
    const before = await of("cash-over-short");
    for (const who of [short, over]) {
      await open(who);
      await receive(who, { memberNo: "TB1", amount: 2000 });
    }
    await handOver(short, 1950);
    expect(await of("cash-over-short")).toBe(before + 50);
    await handOver(over, 2020);
    expect(await of("cash-over-short")).toBe(before + 30);
    const { body } = await send("GET", "tills?tab=variances", "TREASURER");
    const { rows } = body as { rows: { staffNo: string; variance: number; acceptedBy: string }[] };
    expect(rows.slice(0, 2)).toMatchObject([
      { staffNo: over, variance: 20, acceptedBy: "Staff TREASURER" },
      { staffNo: short, variance: -50, acceptedBy: "Staff TREASURER" },
    ]);
  });

  it("accepts no money once it is counted, until the count is rejected", async () => {
    const who = await newTeller();
    await open(who);
    const id = approvalOf(await count(who, 0));
    const reply = await receive(who, { memberNo: "TB1", amount: 100 });
    expect([reply.status, reasonOf(reply)]).toEqual([409, "till-none"]);
    expect((await count(who, 0)).status).toBe(409);
    expect((await reject(id)).status).toBe(201);
    expect(await own(who)).toMatchObject({ state: "open" });
    expect((await receive(who, { memberNo: "TB1", amount: 100 })).status).toBe(201);
    await handOver(who, 100);
  });

  it("moves nothing when a count is withdrawn, and lapses a float that nobody gave", async () => {
    const who = await newTeller();
    const float = approvalOf(await open(who, 1000));
    const id = approvalOf(await count(who, 0));
    const lapsed = await society.owner.query("select state from approval where id = $1", [float]);
    expect(lapsed.rows).toEqual([{ state: "lapsed" }]);
    await society.send("DELETE", `/api/v1/approvals/${id}`, { token: tokens[who] ?? "" });
    expect(await own(who)).toMatchObject({ state: "open", balance: 0 });
  });

  it("is empty and closed for good after the handover", async () => {
    const who = await newTeller();
    await open(who);
    const id = (await own(who))?.id ?? "";
    await handOver(who, 0);
    const forms = [
      "update till set state = 'open', closed_at = null where id = $1",
      "update till set balance_cents = 100 where id = $1",
      "update till set state = 'counted', closed_at = null where id = $1",
      "update till set closed_at = closed_at - interval '1 day' where id = $1",
      `insert into till_count (till_id, counted_by, pieces, expected_cents)
        values ($1, 'staff:X', '{1,0,0,0,0,0,0,0,0,0}', 0)`,
    ];
    for (const text of forms) await expect(society.owner.query(text, [id])).rejects.toThrow();
    expect((await open(who)).status).toBe(201);
  });

  it("is opened empty and counted by its books, and the program sets no time of it", async () => {
    const who = await newTeller();
    await open(who);
    const id = (await own(who))?.id ?? "";
    const forms = [
      "insert into till (id, holder, balance_cents) values (99, 'staff:X', 100)",
      "insert into till (id, holder, state) values (99, 'staff:X', 'counted')",
      `insert into till_movement (till_id, kind, amount_cents, entry_id, moved_by, moved_at)
        values (${id}, 'receipt', 100, 1, 'staff:X', now())`,
      `insert into till_count (till_id, counted_by, pieces, expected_cents, counted_at)
        values (${id}, 'staff:X', '{0,0,0,0,0,0,0,0,0,0}', 0, now())`,
    ];
    const attempt = (text: string) => society.database.unitOfWork("test", (work) => work.run(text));
    for (const text of forms)
      await expect(attempt(text), text).rejects.toThrow(/permission denied/);
    const count = `insert into till_count (till_id, counted_by, pieces, expected_cents)
      values (${id}, 'staff:X', '{0,0,0,0,0,0,0,0,0,0}', 0)`;
    await expect(attempt(count), "while it is open").rejects.toThrow(/is not being counted/);
  });
});

describe("two people", () => {
  it("are needed for a float and a handover, even if the holder keeps the safe", async () => {
    const keeper = await newTeller("administrator");
    const safe = await of("cash");
    const float = approvalOf(await open(keeper, 4000));
    const own1 = await approve(float, keeper);
    expect([own1.status, reasonOf(own1)]).toEqual([403, "approval-two-people"]);
    await approve(float);
    const handover = approvalOf(await count(keeper, 4000));
    const own2 = await approve(handover, keeper);
    expect([own2.status, reasonOf(own2)]).toEqual([403, "approval-two-people"]);
    await approve(handover);
    expect(await of("cash")).toBe(safe);
  });

  it("are two keepers of the safe where the holder cannot count", async () => {
    const who = await newTeller();
    await open(who);
    await receive(who, { memberNo: "TB1", amount: 800 });
    const till = (await own(who))?.id ?? "";
    await society.owner.query(
      "update staff set suspended_at = now(), suspended_by = 'staff:X' where staff_no = $1",
      [who],
    );
    const body = { pieces: piecesOf(750) };
    expect((await send("POST", `tills/${till}/counts`, "OFFICER", body)).status).toBe(403);
    const id = approvalOf(await send("POST", `tills/${till}/counts`, "ADMIN", body));
    expect((await approve(id, "ADMIN")).status).toBe(403);
    expect((await approve(id)).status).toBe(201);
    const { body: closed } = await send("GET", `tills/${till}`, "AUDITOR");
    expect(closed).toMatchObject({ state: "closed", variance: -50, balance: 0 });
  });

  it("cannot count their own till as that of somebody else", async () => {
    const keeper = await newTeller("administrator");
    await open(keeper);
    const till = (await own(keeper))?.id ?? "";
    const body = { pieces: piecesOf(0) };
    const reply = await send("POST", `tills/${till}/counts`, keeper, body);
    expect([reply.status, reasonOf(reply)]).toEqual([403, "till-own"]);
    const id = approvalOf(await send("POST", `tills/${till}/counts`, "TREASURER", body));
    expect(reasonOf(await approve(id, keeper))).toBe("own-account");
  });

  it("are held by the database, whatever the application sends", async () => {
    const who = await newTeller();
    await open(who);
    await receive(who, { memberNo: "TB1", amount: 100 });
    const till = (await own(who))?.id ?? "";
    const entry = await society.owner.query<{ id: string }>(
      "select max(entry_id)::text as id from till_movement where till_id = $1",
      [till],
    );
    const planted = (kind: string, moved: string, agreed: string) =>
      society.owner.query(
        `insert into till_movement (till_id, kind, amount_cents, entry_id, moved_by, agreed_by)
          values ($1, $2, 10000, $3, $4, $5)`,
        [till, kind, entry.rows[0]?.id, `staff:${moved}`, agreed === "" ? "" : `staff:${agreed}`],
      );
    const named = async (attempt: Promise<unknown>) =>
      attempt.then(
        () => "accepted",
        (error: { constraint?: string }) => error.constraint,
      );
    expect(await named(planted("float", who, who))).toBe("till_two_people");
    expect(await named(planted("float", "ADMIN", who))).toBe("till_two_people");
    expect(await named(planted("float", who, ""))).toBe("till_movement_agreed");
    expect(await named(planted("receipt", "ADMIN", ""))).toBe("till_movement_holder");
    expect(await named(planted("variance", who, "ADMIN"))).toBe("till_movement_state");
  });
});

describe("a till left open overnight", () => {
  it("is shown to its holder and waits as work of the keeper of the safe", async () => {
    const who = await newTeller();
    await open(who);
    const waiting = async () => {
      const { body } = await society.send("GET", "/api/v1/waiting-work", {
        token: tokens["TREASURER"] ?? "",
      });
      return (body as Record<string, { waiting: number }>)["tillsLeftOpen"]?.waiting ?? 0;
    };
    const before = await waiting();
    await society.owner.query(
      "update till set opened_on = opened_on - 1 where holder = $1 and state = 'open'",
      [`staff:${who}`],
    );
    expect(await own(who)).toMatchObject({ overnight: true });
    expect(await waiting()).toBe(before + 1);
  });
});

describe("at the same time", () => {
  it("two receipts come to one till, and both are in it", async () => {
    const who = await newTeller();
    await open(who);
    const replies = await Promise.all(
      [100, 200, 300, 400].map((amount) => receive(who, { memberNo: "TB1", amount })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await own(who)).toMatchObject({ balance: 1000 });
  });

  it("a count and a receipt: the receipt is in the count, or is rejected", async () => {
    for (let round = 0; round < 4; round += 1) {
      const who = await newTeller();
      await open(who);
      const [counted, received] = await Promise.all([
        count(who, 0),
        receive(who, { memberNo: "TB1", amount: 100 }),
      ]);
      const { expected } = counted.body as { expected: number };
      const isIn = received.status === 201;
      expect([expected, reasonOf(received) ?? ""]).toEqual(isIn ? [100, ""] : [0, "till-none"]);
    }
  });

  it("two keepers accept a count, and the cash is handed over once", async () => {
    const who = await newTeller();
    const safe = await of("cash");
    await open(who);
    await receive(who, { memberNo: "TB1", amount: 600 });
    const id = approvalOf(await count(who, 600));
    const replies = await Promise.all([approve(id), approve(id, "ADMIN")]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await of("cash")).toBe(safe + 600);
  });
});

it("the tills, the safe and the ledger agree after all of it", async () => {
  expect(await reconcile(society.database)).toEqual([]);
});
