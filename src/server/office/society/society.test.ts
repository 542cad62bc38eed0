import { beforeAll, describe, expect, it } from "vitest";
import { foundSociety } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const header = (id: string) => society.send("GET", `/api/v1/header/${id}`);

beforeAll(async () => {
  await society.owner.query(
    `insert into notice (number, title_en, title_sw, text_en, text_sw) values
      (2, 'Cannot get in?', 'Huwezi kuingia?', 'Call {phone} or write to {email}.',
        'Piga {phone} au andika {email}.'),
      (1, 'Statements', 'Taarifa', 'They are here.', 'Ziko hapa.')`,
  );
});

describe("the society's header", () => {
  it("is a 404 with a message before the society is set up, as for any other id", async () => {
    for (const id of ["1", "2", "x"]) {
      const reply = await header(id);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ code: 404, message: expect.any(String) });
    }
  });

  it("names the society and its contacts, to anybody", async () => {
    await foundSociety(society);
    const reply = await header("1");
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: 1,
      organisationName: "Uzima Hospital Staff Sacco",
      postalAddress: "Box 1",
      phone: "0709 000 210",
      email: "help@uzimasacco.example",
    });
    expect((await header("2")).status).toBe(404);
  });
});

describe("the society's notices", () => {
  it("are listed in order and in both languages, with the office's phone and e-mail", async () => {
    const reply = await society.send("GET", "/api/v1/notices");
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual([
      {
        number: 1,
        title: { en: "Statements", sw: "Taarifa" },
        text: { en: "They are here.", sw: "Ziko hapa." },
      },
      {
        number: 2,
        title: { en: "Cannot get in?", sw: "Huwezi kuingia?" },
        text: {
          en: "Call 0709 000 210 or write to help@uzimasacco.example.",
          sw: "Piga 0709 000 210 au andika help@uzimasacco.example.",
        },
      },
    ]);
  });
});
