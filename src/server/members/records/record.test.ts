import { beforeAll, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import { deposit, employ, enrol, enrolWithLogin, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

interface Accesses {
  readonly accesses: readonly {
    id: string;
    who: string;
    what: string;
    date: string;
    time: string;
  }[];
  readonly next: string;
}

const society = useServedSociety({ limits: { readsPerMinute: 6000, readBurst: 6000 } });
const tokens = { clerk: "", officer: "", own: "", other: "" };

beforeAll(async () => {
  await enrolWithLogin(society, "RE1", { fullName: "Wanjiru Njeri Kamau" });
  await enrolWithLogin(society, "RE2", { fullName: "Peter Mwangi", mobile: "+254712000999" });
  await enrol(society, "RE3", { fullName: "Asha Ali", mobile: "+254712000111" });
  await employ(society, "ST1", "clerk");
  await employ(society, "ST2", "loans-officer");
  tokens.clerk = await signIn(society, "ST1");
  tokens.officer = await signIn(society, "ST2");
  tokens.own = await signIn(society, "RE1");
  tokens.other = await signIn(society, "RE2");
  await deposit(society, "RE1", 12_000);
  await lend(society, "RE1", { loanNo: "LN-1" });
  await lend(society, "RE2", { loanNo: "LN-2", principal: 1000, months: 1 });
  const guarantees = [
    { loanNo: "LN-1", guarantorId: await memberIdOf(society, "RE3"), amount: shillings(2000) },
    { loanNo: "LN-2", guarantorId: await memberIdOf(society, "RE1"), amount: shillings(500) },
  ];
  await society.database.unitOfWork("test", async (work) => {
    for (const guarantee of guarantees) await recordGuarantee(work, guarantee);
  });
  await society.owner.query(
    `insert into contact_change_request (member_id, mobile_number, asked_at)
      values ($1, '+254799000111', '2026-04-13T21:30:00Z')`,
    [await memberIdOf(society, "RE1")],
  );
});

const get = (path: string, token = tokens.clerk) =>
  society.send("GET", path, token === "" ? {} : { token });
const record = (memberNo: string, token?: string) =>
  get(`/api/v1/members/${memberNo}/record`, token);

async function auditRecordsOf(subject: string) {
  const found = await society.owner.query<{ actor: string; action: string; call: string }>(
    `select actor, action, detail ->> 'call' as call from audit_record
      where subject = $1 and action in ('looked', 'refused') order by seq`,
    [subject],
  );
  return found.rows;
}

const openCodes = { codesClosedAt: "", codesClosedUntil: "" };

steps("step by step", () => {
  describe("a member's record at the desk", () => {
    it("shows everything about a member on one page, with the reader's own access", async () => {
      const reply = await record("RE1");
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body).toEqual({
        asAt: "2026-04-14",
        memberNo: "RE1",
        name: "Wanjiru Njeri Kamau",
        mobile: "+254712000482",
        mobileConfirmed: false,
        email: "re1@example.com",
        nationalId: "28416903",
        postalAddress: "",
        language: "en",
        joinedOn: "2026-04-14",
        nextOfKin: [{ name: "Peter Kamau Mwangi", relation: "", share: 0 }],
        payrollNo: "",
        kraPin: "",
        gender: "",
        residence: "",
        age: 0,
        ageOn: "",
        state: "active",
        suspension: null,
        exit: "",
        blacklisted: "",
        login: { state: "works", lastOn: "2026-04-14", lastTime: "09:12", ...openCodes },
        contactChanges: [
          expect.objectContaining({
            date: "2026-04-14",
            mobile: "+254799000111",
            state: "requested",
          }),
        ],
        totals: { savings: 12_000, shareCapital: 0, withdrawable: 0, dividendPayable: 0 },
        loans: [
          {
            loanNo: "LN-1",
            purpose: "School fees",
            state: "disbursed",
            endDate: "2026-06-14",
            amount: 6600,
            outstanding: 6897,
          },
        ],
        given: [expect.objectContaining({ loanNo: "LN-2", memberNo: "RE2", name: "Peter Mwangi" })],
        received: [
          {
            id: expect.any(String),
            loanNo: "LN-1",
            purpose: "School fees",
            memberNo: "RE3",
            name: "Asha Ali",
            amount: 2000,
            outstanding: 6897,
          },
        ],
        accesses: [
          {
            id: expect.any(String),
            date: "2026-04-14",
            time: "09:12",
            who: "Staff ST1",
            what: "record",
          },
        ],
        next: "",
      });
    });

    it("shows the status of the login, or that a member has none", async () => {
      const state = async (memberNo: string) => {
        return ((await record(memberNo)).body as { login: object }).login;
      };
      expect(await state("RE3")).toEqual({ state: "none", lastOn: "", lastTime: "", ...openCodes });
      const stand = (failures: number, paused: string | null) =>
        society.owner.query(
          `insert into sign_in_standing values ('RE2', $1, $2, '2026-04-14T06:00:00Z')
          on conflict (login_no) do update set failures = $1, paused_until = $2`,
          [failures, paused],
        );
      await stand(5, "2026-04-14T06:13:00Z");
      expect(await state("RE2")).toMatchObject({ state: "paused" });
      await stand(5, "2026-04-14T06:11:00Z");
      expect(await state("RE2")).toMatchObject({ state: "works" });
      await stand(100, null);
      expect(await state("RE2")).toMatchObject({ state: "disabled" });
    });

    it("is logged at each read, even for an unknown number", async () => {
      const before = await auditRecordsOf("member:RE1");
      await record("RE1", tokens.officer);
      expect((await auditRecordsOf("member:RE1")).slice(before.length)).toEqual([
        { actor: "staff:ST2", action: "looked", call: "members.record" },
      ]);
      expect((await record("NOBODY")).status).toBe(404);
      expect(await auditRecordsOf("member:NOBODY")).toHaveLength(1);
    });

    it("is for staff only; members have their own pages", async () => {
      const reply = await record("RE1", tokens.own);
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject({ reason: "staff-only" });
    });
  });

  describe("the access log of a record", () => {
    it("is shown to the member concerned, with staff names, latest first", async () => {
      await get("/api/v1/savings/sumTotal/RE1");
      await get("/api/v1/member/RE1", tokens.officer);
      const reply = await get("/api/v1/members/RE1/accesses", tokens.own);
      expect(reply.status).toBe(200);
      const [latest, before] = (reply.body as Accesses).accesses;
      expect(latest).toMatchObject({ who: "Staff ST2", what: "details", time: "09:12" });
      expect(before).toMatchObject({ who: "Staff ST1", what: "statement" });
      expect((await get("/api/v1/members/RE1/accesses", tokens.other)).status).toBe(403);
    });

    it("is paged by twenty without repeats, and leaves out the member's own reads", async () => {
      for (let look = 0; look < 43; look += 1) await get("/api/v1/member/RE3");
      const pages: Accesses[] = [];
      let next = "";
      do {
        const after = next === "" ? "" : `?before=${next}`;
        const reply = await get(`/api/v1/members/RE3/accesses${after}`);
        pages.push(reply.body as Accesses);
        next = pages.at(-1)?.next ?? "";
      } while (next !== "");
      const ids = pages.flatMap(({ accesses }) => accesses.map(({ id }) => id));
      expect(pages[0]?.accesses).toHaveLength(20);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(44);
      const before = await auditRecordsOf("member:RE1");
      await get("/api/v1/members/RE1/accesses", tokens.own);
      expect(await auditRecordsOf("member:RE1")).toEqual(before);
    });
  });

  describe("the member object by its id", () => {
    const details = async () =>
      (await get("/api/v1/member/RE1", tokens.own)).body as { id: string };

    it("is the same as by the number, at both addresses, for staff and its member", async () => {
      const own = await details();
      for (const path of [
        `/members/${own.id}`,
        `/api/v1/members/${own.id}`,
        "/api/v1/members/re1",
      ]) {
        for (const token of [tokens.own, tokens.clerk]) {
          const reply = await get(path, token);
          expect(reply.status, reply.text).toBe(200);
          expect(reply.body).toEqual(own);
        }
      }
    });

    it("answers a member with the same bytes for another's id and an unknown one", async () => {
      const { id } = await details();
      const replies = [
        await get(`/members/${id}`, tokens.other),
        await get("/members/RE1", tokens.other),
        await get("/members/999999", tokens.other),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      const refused = (await auditRecordsOf("member:999999")).filter(
        ({ action }) => action === "refused",
      );
      expect(refused).toEqual([{ actor: "member:RE2", action: "refused", call: "members.one" }]);
      expect((await get("/members/1", "")).status).toBe(401);
    });

    it("is logged under the member's number when staff read it; an unknown id is 404", async () => {
      const { id } = await details();
      const before = await auditRecordsOf("member:RE1");
      await get(`/members/${id}`);
      expect((await auditRecordsOf("member:RE1")).slice(before.length)).toEqual([
        { actor: "staff:ST1", action: "looked", call: "members.one" },
      ]);
      expect((await get("/members/999999")).status).toBe(404);
    });

    it("takes a number first if it is also another member's id", async () => {
      const { id } = await details();
      await enrol(society, id, { fullName: "Number Like An Id", mobile: "+254712000222" });
      expect((await get(`/members/${id}`)).body).toMatchObject({ accNo: id });
      expect((await get(`/members/${id}`, tokens.own)).body).toMatchObject({ accNo: "RE1" });
    });
  });
});
