import { beforeAll, describe, expect, it } from "vitest";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { shillings } from "#shared/money.ts";
import { employ, enrol, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { counterCalls } from "#test/tills.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const { open, receive } = counterCalls(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "TELLER", "teller");
  tokens["TELLER"] = await signIn(society, "TELLER");
  await enrol(society, "MS1");
  await enrol(society, "MS2");
});

/** Posts a deposit of 700 of one member by staff. */
async function posted(memberNo: string, kind: EntryKind): Promise<bigint> {
  const memberId = await memberIdOf(society, memberNo);
  const amount = shillings(700);
  return society.database.unitOfWork("staff:TELLER", (work) =>
    post(work, {
      kind,
      narration: "Paid in",
      lines: [
        debit(societyAccount("bank"), amount),
        credit(memberAccount("member-deposits", memberId), amount),
      ],
    }),
  );
}

interface Slip {
  readonly memberNo?: string;
  readonly to?: string;
  readonly cents?: number;
  readonly way?: string;
}

let drawn = 0;
/** Writes a receipt as the application, with an entry that exists. */
function receiptOf(entryId: bigint, slip: Slip = {}): Promise<number> {
  const { memberNo = "MS1", to = "deposits", cents = 70_000 } = slip;
  drawn += 1;
  return society.database.unitOfWork("staff:TELLER", (work) =>
    work.run(
      `with s as (update counter_series set last_no = last_no + 1 returning last_no)
        insert into counter_receipt (receipt_no, way, state, member_id, destination,
            amount_cents, document_no, received_by, entry_id)
          select 'RC' || lpad(last_no::text, 7, '0'), 'slip', 'credited', m.id, $2, $3, $4,
            'staff:TELLER', $5
          from s, member m where m.member_no = $1`,
      [memberNo, to, cents, `SLIP${drawn}`, entryId],
    ),
  );
}

const found = async () =>
  (await reconcile(society.database)).filter(({ check }) => check === "counter-receipt");

describe("a receipt of the counter and its entry", () => {
  it.each([
    ["another member", { memberNo: "MS2" }],
    ["another account", { to: "share-capital" }],
    ["another amount", { cents: 70_001 }],
  ])("are not of %s, held by the database", async (_, slip) => {
    const entryId = await posted("MS1", "deposit-at-bank");
    await expect(receiptOf(entryId, slip)).rejects.toMatchObject({
      constraint: "counter_receipt_is_its_entry",
    });
    await receiptOf(entryId);
  });

  it("agree when cash is received by the call", async () => {
    await open("TELLER");
    const reply = await receive("TELLER", { memberNo: "MS1", amount: 300 });
    expect(reply.status, reply.text).toBe(201);
    expect(await found()).toEqual([]);
  });

  it("are compared each night, with the member who is credited", async () => {
    await receiptOf(await posted("MS1", "deposit-at-bank"));
    const change = async (member: string) => {
      await society.owner.query(`alter table counter_receipt disable trigger user;
        update counter_receipt set member_id = (select id from member where member_no = '${member}')
          where id = (select max(id) from counter_receipt);
        alter table counter_receipt enable trigger user`);
    };
    await change("MS2");
    expect(await found()).toMatchObject([{ expected: "70000", found: "0" }]);
    await change("MS1");
    expect(await found()).toEqual([]);
  });

  it("are both there: an entry of the counter without a receipt is found", async () => {
    const entryId = await posted("MS1", "deposit-by-cheque");
    expect(await found()).toEqual([
      {
        check: "counter-receipt",
        subject: `entry ${entryId}`,
        expected: "a receipt",
        found: "none",
      },
    ]);
    await society.database.unitOfWork("staff:TELLER", (work) => reverse(work, entryId));
    expect(await found()).toEqual([]);
  });
});
