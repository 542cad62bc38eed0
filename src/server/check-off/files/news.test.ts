import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, post, place, postAs, reverseAs } = checkOffOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const number of [1, 2, 3, 4]) await enrol(society, `MS${number}`);
  await lend(society, "MS2", { loanNo: "LN-2" });
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

/** The check-off messages queued since the last read, each as "member template". */
let lastRead = "0";
async function news(): Promise<string[]> {
  const found = await society.owner.query<{ id: string; said: string }>(
    `select id, split_part(recipient, '@', 1) || ' ' || template || ' ' || (params ->> 'amount')
        as said
      from outbox_message where template like 'check-off%' and channel = 'email' and id > $1
      order by id`,
    [lastRead],
  );
  lastRead = found.rows.at(-1)?.id ?? lastRead;
  return found.rows.map(({ said }) => said).toSorted();
}

const decide = (id: string, row: number, body: unknown) =>
  ask("clerk", "POST", `/${id}/lines/${row}/decision`, body);

steps("step by step", () => {
  describe("a decision that moves one member's money to another", () => {
    let id = "";

    it("notifies nobody before it is posted", async () => {
      const csv = "member_no,amount,note\nMS1,100,\nMS1,40,\nMS3,25,deposits\nMS99,7,\n";
      ({ id } = await take(csv, "172"));
      await decide(id, 2, { to: "deposits", memberNo: "MS2" });
      await decide(id, 3, { to: "loan", loanNo: "LN-2" });
      await decide(id, 5, { to: "deposits", memberNo: "MS4" });
      expect(await news()).toEqual([]);
    });

    it("notifies both of them once it is posted, each with the amount", async () => {
      await post(id);
      expect(await news()).toEqual([
        "ms1 check-off-moved 140.00",
        "ms2 check-off-credited 140.00",
        "ms3 check-off-received 25.00",
        "ms4 check-off-received 7.00",
      ]);
      const texts = (await society.messages()).filter(({ to }) => to.startsWith("+"));
      const about = texts.filter(({ text }) => text.includes("140.00")).map(({ text }) => text);
      expect(about).toHaveLength(2);
      for (const text of about) {
        expect(text.length).toBeLessThanOrEqual(160);
        expect(text).toContain("May 2026");
        expect(text).not.toMatch(/MS\d|Member|LN-/);
      }
    });

    it("notifies both when the file is reversed", async () => {
      const reversed = await reverseAs("administrator", id, "Wrong");
      expect(reversed.status, reversed.text).toBe(201);
      expect(await news()).toEqual([
        "ms1 check-off-reversed 140.00",
        "ms2 check-off-reversed 140.00",
        "ms3 check-off-reversed 25.00",
        "ms4 check-off-reversed 7.00",
      ]);
    });
  });

  describe("money placed out of suspense", () => {
    it("notifies both members if it was received under another member's number", async () => {
      const { id } = await take("member_no,amount\nMS1,61\nMS1,62\nMS99,63\n", "186");
      await post(id);
      await news();
      expect((await place(id, 2, { to: "deposits", memberNo: "MS3" })).status).toBe(201);
      expect(await news()).toEqual(["ms1 check-off-moved 61.00", "ms3 check-off-credited 61.00"]);
      expect((await place(id, 3, { to: "deposits", memberNo: "MS1" })).status).toBe(201);
      expect(await news()).toEqual(["ms1 check-off-placed 62.00"]);
      expect((await place(id, 4, { to: "deposits", memberNo: "MS4" })).status).toBe(201);
      expect(await news()).toEqual(["ms4 check-off-placed 63.00"]);
    });

    it("uses the member's language", async () => {
      await society.owner.query(
        "update member set language = 'sw' where member_no in ('MS1', 'MS3')",
      );
      const { id } = await take("member_no,amount\nMS1,71\n", "71");
      await decide(id, 2, { to: "deposits", memberNo: "MS3" });
      expect((await postAs("treasurer", id)).status).toBe(201);
      const texts = (await society.messages()).map(({ text }) => text);
      expect(texts.filter((text) => text.includes("71.00 za makato ya Mei 2026"))).not.toEqual([]);
      await society.owner.query("update member set language = 'en'");
    });
  });
});
