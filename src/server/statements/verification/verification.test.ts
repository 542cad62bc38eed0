import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { maskedMemberNo, maskedName } from "#server/kernel/documents/masked-holder.ts";
import { enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();
let code = "";

const check = (typed: string) => society.send("GET", `/api/v1/verification/${typed}`);

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS4217", { fullName: "Wanjirũ Njeri Kamaũ" });
  const token = await signIn(society, "MS4217");
  const reply = await fetch(
    `${society.address}/api/v1/members/MS4217/statements/savings/documents`,
    {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ format: "pdf", from: "2026-01-01" }),
    },
  );
  const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? "";
});

steps("step by step", () => {
  describe("the code of a printed statement", () => {
    it("shows anyone what was issued under it, with the member's name only masked", async () => {
      const reply = await check(code);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        organisationName: "Uzima Hospital Staff Sacco",
        holder: "Wanjirũ N. K****",
        memberNo: "****17",
        statement: "savings",
        from: "2026-01-01",
        to: "2026-04-14",
        closing: 0,
        issuedOn: "2026-04-14",
      });
    });

    it("is recognised however it is typed", async () => {
      const signs = code.replaceAll("-", "").toLowerCase();
      const typed = [
        signs,
        `${signs.slice(0, 6)}-${signs.slice(6)}`,
        `%20${signs.slice(0, 3)}%20${signs.slice(3)}`,
      ];
      for (const one of typed) expect((await check(one)).status, one).toBe(200);
    });

    it("that was never issued is unknown, with the same bytes for every such code", async () => {
      const replies = [await check("AAAA-AAAA-AAAA"), await check("ZZZZ99992222")];
      expect(replies.map(({ status }) => status)).toEqual([404, 404]);
      expect(replies[0]?.text).toBe(replies[1]?.text);
      expect(replies[0]?.body).toMatchObject({ reason: "no-such-code" });
    });

    it("that is malformed is reported at its field", async () => {
      for (const typed of ["AAAA", "AAAA-AAAA-AAA0", "'or-1=1--"]) {
        expect((await check(encodeURIComponent(typed))).status, typed).toBe(422);
      }
    });

    it("cannot be guessed at speed", async () => {
      const tries = Array.from({ length: 40 }, () => check("BBBB-BBBB-BBBB"));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses).toContain(429);
    });
  });

  describe("a masked name", () => {
    it.each([
      ["Wanjiru Njeri Kamau", "Wanjiru N. K****"],
      ["Otieno", "O****"],
      ["  Amina   Hassan ", "Amina H****"],
      ["Mary Ann wa Ngʼangʼa", "Mary A. w. N****"],
    ])("of %s is %s", (name, masked) => {
      expect(maskedName(name)).toBe(masked);
    });

    it("does not reveal a short number", () => {
      expect([maskedMemberNo("MS1001"), maskedMemberNo("12"), maskedMemberNo("7")]).toEqual([
        "****01",
        "****2",
        "****7",
      ]);
    });
  });
});
