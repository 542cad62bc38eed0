import { beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { nameWords } from "#shared/member-search.ts";
import { employ, enrolWithLogin, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

interface Hit {
  readonly memberNo: string;
  readonly matched: string;
}

const society = useServedSociety({ limits: { searchesPerMinute: 6000, searchBurst: 6000 } });
let clerk = "";
let member = "";

const register = [
  ["MS1001", "Wanjiru Njeri Kamau", "+254712000482", "31416903"],
  ["MS1002", "Peter Kamau Mwangi", "+254712000999", "31416777"],
  ["MS1003", "Ng'ang'a José Wanjiru", "+254110345678", "30001"],
  ["MS1004", "Kamau Kamau", "", ""],
  ["4217", "Otieno_100% Were", "+254799421700", "42170001"],
  ["PF/22-7", "Achieng Atieno", "+254733482482", "A1234567"],
  ["ACH100", "Bakari Ali", "", ""],
] as const;

beforeAll(async () => {
  const columns = [0, 1, 2, 3].map((column) => register.map((row) => row[column]));
  await society.owner.query(
    `insert into member (member_no, full_name, mobile_number, national_id, joined_on)
      select *, '2026-01-01' from unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
    columns,
  );
  await employ(society, "ST1", "clerk");
  await enrolWithLogin(society, "ZZ1", { fullName: "Zawadi", mobile: "+254700111222" });
  clerk = await signIn(society, "ST1");
  member = await signIn(society, "ZZ1");
});

const ask = (search: string, token = clerk) =>
  society.send("GET", `/api/v1/members?search=${encodeURIComponent(search)}`, { token });

async function hits(search: string): Promise<readonly Hit[]> {
  const reply = await ask(search);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { hits: Hit[] }).hits;
}

const numbers = async (search: string) => (await hits(search)).map(({ memberNo }) => memberNo);

async function trail() {
  const found = await society.owner.query<{ actor: string; subject: string; detail: object }>(
    `select actor, subject, detail from audit_record
      where action = 'looked' and detail ->> 'call' = 'members.search' order by seq`,
  );
  return found.rows;
}

describe("searching for a member", () => {
  it.each([
    ["the beginning of one word", "wanj", ["MS1003", "MS1001"]],
    ["whole words before beginnings, then by name", "kamau", ["MS1004", "MS1002", "MS1001"]],
    ["only names with all words, in any order", "KAM wan", ["MS1001"]],
    ["words and a single letter", "kamau p", ["MS1002"]],
    ["words with or without apostrophes", "NGANGA", ["MS1003"]],
    ["words with another apostrophe", "ng’ang’a", ["MS1003"]],
    ["words with or without accents", "jose", ["MS1003"]],
    ["words with accents that the register leaves out", "Ńjeri", ["MS1001"]],
    ["nothing if one word is in no name", "kamau xyz", []],
    ["nothing inside a word", "njiru", []],
  ])("by name finds %s", async (_, search, expected) => {
    const found = await hits(search);
    expect(found.map(({ memberNo }) => memberNo)).toEqual(expected);
    for (const { matched } of found) expect(matched).toBe("name");
  });

  it.each([
    ["ms1001", ["MS1001"]],
    ["MS 1001", ["MS1001"]],
    ["ms10", ["MS1001", "MS1002", "MS1003", "MS1004"]],
    ["pf/22", ["PF/22-7"]],
  ])("by number finds those that begin with %s", async (search, expected) => {
    const found = await hits(search);
    expect(found.map(({ memberNo }) => memberNo)).toEqual(expected);
    for (const { matched } of found) expect(matched).toBe("memberNo");
  });

  it.each([
    ["0712000482", ["MS1001"]],
    ["0712 000 482", ["MS1001"]],
    ["+254 712 000-482", ["MS1001"]],
    ["254712000482", ["MS1001"]],
    ["712000482", ["MS1001"]],
    ["0712 0", ["MS1001", "MS1002"]],
    ["+2541", ["MS1003"]],
    ["482", ["MS1001", "PF/22-7"]],
    ["000482", ["MS1001"]],
  ])(
    "by phone finds the member whose number is, begins or ends with %s",
    async (search, expected) => {
      const found = await hits(search);
      expect(found.map(({ memberNo }) => memberNo)).toEqual(expected);
      for (const { matched } of found) expect(matched).toBe("mobile");
    },
  );

  it.each([
    ["31416903", ["MS1001"]],
    ["314 16", ["MS1002", "MS1001"]],
    ["a123", ["PF/22-7"]],
  ])("by national ID finds those that begin with %s", async (search, expected) => {
    const found = await hits(search);
    expect(found.map(({ memberNo }) => memberNo)).toEqual(expected);
    for (const { matched } of found) expect(matched).toBe("nationalId");
  });

  it("ranks exact matches first, then names, and lists nobody twice", async () => {
    expect(await hits("4217")).toMatchObject([{ memberNo: "4217", matched: "memberNo" }]);
    expect((await hits("ach")).map(({ memberNo, matched }) => [memberNo, matched])).toEqual([
      ["PF/22-7", "name"],
      ["ACH100", "memberNo"],
    ]);
  });

  it("shows phones and IDs masked, and missing values as empty text", async () => {
    const [found] = await hits("ms1001");
    expect(found).toEqual({
      memberNo: "MS1001",
      name: "Wanjiru Njeri Kamau",
      mobile: "0712 *** 482",
      nationalId: "***903",
      matched: "memberNo",
    });
    expect((await hits("ms1004"))[0]).toMatchObject({ mobile: "", nationalId: "" });
  });

  it("follows a changed name; its former words find nobody", async () => {
    await society.owner.query("update member set full_name = 'Baraka Ali' where full_name = $1", [
      "Bakari Ali",
    ]);
    expect(await numbers("baraka")).toEqual(["ACH100"]);
    expect(await numbers("bakari")).toEqual([]);
  });
});

describe("the typed text", () => {
  it.each(["", "ab", "  ab  ", "%%%", "___", "'--", "+25", "x".repeat(101), "kamau\0njeri"])(
    "is rejected at its field if too short, too long, or not storable: %j",
    async (search) => {
      const reply = await ask(search);
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field: "search" }] });
    },
  );

  it("needs at least three letters or digits, in the requested language", async () => {
    const headers = { "accept-language": "sw-KE" };
    const path = "/api/v1/members?search=ab";
    const reply = await society.send("GET", path, { token: clerk, headers });
    const [error] = (reply.body as { errors: { message: string }[] }).errors;
    expect(error?.message).toBe("Andika herufi au tarakimu 3 au zaidi.");
  });

  it.each([
    ["wan%", ["MS1003", "MS1001"]],
    ["w_n_iru", []],
    ["%kamau_njeri%", ["MS1001"]],
    ["otieno_100%", ["4217"]],
    ["ms1____", []],
    ["' or 1=1 --", []],
    ["kamau'; drop table member; --", []],
    ["wan\\", ["MS1003", "MS1001"]],
  ])("is data: %j is neither a pattern nor a statement", async (search, expected) => {
    expect(await numbers(search)).toEqual(expected);
  });

  it("never breaks the search, whatever it contains", async () => {
    const typed = fc.string({ unit: "grapheme", minLength: 3, maxLength: 60 });
    const check = fc.asyncProperty(typed, async (search) => {
      expect([200, 422]).toContain((await ask(search)).status);
    });
    await fc.assert(check, { numRuns: 60 });
  });

  it("is split into words in the same way as names on the register", async () => {
    const check = fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1, maxLength: 40 }),
      async (given) => {
        const spaced = ["Akinyi\u1680Ouma", "Akinyi\ufeffOuma"];
        const names = [...spaced, ...given].map((name) => name.replaceAll("\0", " "));
        const found = await society.owner.query<{ words: string[] }>(
          `select member_words(name) as words
            from unnest($1::text[]) with ordinality as n (name, place) order by place`,
          [names],
        );
        expect(found.rows.map(({ words }) => words)).toEqual(names.map(nameWords));
      },
    );
    await fc.assert(check, { numRuns: 50 });
  });
});

describe("a search with many hits", () => {
  it("returns twenty and says that there are more", async () => {
    await society.owner.query(
      `insert into member (member_no, full_name, joined_on)
        select 'TW' || n, 'Tumaini ' || n, '2026-01-01' from generate_series(100, 119) as n`,
    );
    expect(await ask("tumaini")).toMatchObject({ body: { more: false } });
    expect(await numbers("tumaini")).toHaveLength(20);
    await society.owner.query(
      `insert into member (member_no, full_name, joined_on)
        values ('TW120', 'Tumaini Moja', '2026-01-01')`,
    );
    const reply = await ask("tumaini");
    expect(reply.body).toMatchObject({ more: true });
    expect((reply.body as { hits: Hit[] }).hits).toHaveLength(20);
  });
});

describe("the right to search", () => {
  it("belongs to staff who may read members, and nobody else", async () => {
    const asMember = await ask("kamau", member);
    expect(asMember.status).toBe(403);
    expect(asMember.body).toMatchObject({ reason: "staff-only" });
    expect((await society.send("GET", "/api/v1/members?search=kamau")).status).toBe(401);
  });

  it("leaves one audit record of each search, without full phone numbers or IDs", async () => {
    const before = await trail();
    await ask("0712 000 482");
    await ask("28416903");
    await ask("Wanjiru");
    const detail = (search: string) => ({ call: "members.search", search });
    const row = (search: string) => {
      return { actor: "staff:ST1", subject: "members.search", detail: detail(search) };
    };
    expect((await trail()).slice(before.length)).toEqual([
      row("**** *** *82"),
      row("******03"),
      row("Wanjiru"),
    ]);
  });
});
