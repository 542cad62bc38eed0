import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { iconAddress } from "#server/kernel/documents/society-icon.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { type Reply, statusesOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { writesPerMinute: 600, writeBurst: 300 } });
const tokens = { administrator: "", other: "", treasurer: "", member: "" };

beforeAll(async () => {
  await employ(society, "ST1", "administrator");
  await employ(society, "ST2", "administrator");
  await employ(society, "ST3", "treasurer");
  await enrolWithLogin(society, "MS1");
  tokens.administrator = await signIn(society, "ST1");
  tokens.other = await signIn(society, "ST2");
  tokens.treasurer = await signIn(society, "ST3");
  tokens.member = await signIn(society, "MS1");
});

const details = {
  organisationName: "Uzima Hospital Staff Sacco",
  shortName: "Uzima Sacco",
  legalName: "Uzima",
  postalAddress: "Box 1",
  phone: "0709 000 210",
  email: "help@uzimasacco.example",
  officeHours: "8 to 4",
  officeHoursSw: "2 hadi 10",
  officePlace: "Block C",
  officePlaceSw: "Jengo C",
  debitAccount: "0110 0200-300",
};

const at = "/api/v1/settings";

function put(path: string, body: unknown, token = tokens.administrator): Promise<Reply> {
  return society.send("PUT", `${at}/${path}`, { token, body });
}

async function get<T>(path: string, token = tokens.treasurer): Promise<T> {
  const reply = await society.send("GET", `${at}/${path}`, { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as T;
}

interface Kept {
  readonly version: number;
  readonly changes: readonly unknown[];
  readonly logo?: { readonly address: string };
}

const versionOf = async (section: "society" | "look") => (await get<Kept>(section)).version;

async function header(): Promise<Record<string, unknown>> {
  const reply = await society.send("GET", "/api/v1/header/1");
  return reply.body as Record<string, unknown>;
}

steps("step by step", () => {
  describe("the society's names and contacts", () => {
    it("can be set up by the administrator if there is none, and are public", async () => {
      expect(await get<Kept>("society")).toMatchObject({ version: 0, organisationName: "" });
      const reply = await put("society", { version: 0, ...details });
      expect(reply.status, reply.text).toBe(200);
      expect(await header()).toMatchObject({ officeHours: "8 to 4", officeHoursSw: "2 hadi 10" });
    });

    it("are changed with actor, time, old and new value, here and in the audit log", async () => {
      const version = await versionOf("society");
      const reply = await put("society", { version, ...details, phone: "0709 000 999" });
      expect(reply.body).toMatchObject({
        version: version + 1,
        phone: "0709 000 999",
        changes: [
          {
            by: "Staff ST1",
            date: "2026-04-14",
            time: "09:12",
            fields: [{ field: "phone", from: "0709 000 210", to: "0709 000 999" }],
          },
          {},
        ],
      });
      const { rows } = await society.owner.query(
        `select actor, subject, detail from audit_record where action = 'settings-changed'
        order by seq desc limit 1`,
      );
      expect(rows).toEqual([
        {
          actor: "staff:ST1",
          subject: "settings:society",
          detail: { phone: { from: "0709 000 210", to: "0709 000 999" } },
        },
      ]);
    });

    it("are reported to all staff, with the phone number known until then", async () => {
      const before = (await society.messages()).length;
      const { version, changes: _, ...values } = await get<Kept & typeof society>("society");
      await put("society", { version, ...values, officeHours: "9 to 5" });
      expect((await society.messages()).length).toBe(before);
      await put("society", { version: version + 1, ...values, phone: "0700 111 222" });
      const told = (await society.messages()).slice(0, 3).map(({ text }) => text);
      expect(told).toEqual(
        Array.from({ length: 3 }, () =>
          expect.stringMatching(/Staff ST1 changed.*Call 0709 000 999/),
        ),
      );
    });

    it("changed by two from one version are saved once; the other sees who was first", async () => {
      const version = await versionOf("society");
      const everybody = Array.from({ length: 10 }, (_, n) =>
        put(
          "society",
          { version, ...details, phone: `0709 000 30${n}` },
          n % 2 === 0 ? tokens.administrator : tokens.other,
        ),
      );
      const replies = await Promise.all(everybody);
      expect(statusesOf(replies)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
      const refused = replies.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({ reason: "settings-changed" });
      expect(refused?.body).toMatchObject({
        message: expect.stringMatching(/^Staff ST[12] changed this/),
      });
      expect(await versionOf("society")).toBe(version + 1);
    });

    it("saved without changes stay the same, whichever version was seen", async () => {
      const kept = await get<Kept & typeof society>("society");
      const { version, changes, ...values } = kept;
      const reply = await put("society", { version: 0, ...values });
      expect(reply.status).toBe(200);
      expect(await versionOf("society")).toBe(version);
      expect(await get("society")).toMatchObject({ changes });
    });

    it("have the account that the bank debits, which is not public and is announced", async () => {
      const { version, changes: _, ...values } = await get<Kept & typeof society>("society");
      expect(values).toMatchObject({ debitAccount: "01100200300" });
      expect(JSON.stringify(await header())).not.toContain("01100200300");
      const before = (await society.messages()).length;
      await put("society", { version, ...values, debitAccount: "0990099009" });
      expect((await society.messages()).length).toBe(before + 3);
      const [last] = (await get<Kept>("society")).changes;
      const change = { field: "debitAccount", from: "01100200300", to: "0990099009" };
      expect(last).toMatchObject({ fields: [change] });
    });

    it.each([
      ["organisationName", "  ", "field.required"],
      ["organisationName", "x".repeat(81), "field.long"],
      ["shortName", "a\u0007b", "field.invalid"],
      ["phone", "call us", "phone.form"],
      ["email", "nobody", "email.form"],
      ["debitAccount", "1234", "debitAccount.form"],
      ["debitAccount", "0110O200300", "debitAccount.form"],
    ])("%s of %j is rejected at its field", async (field, value) => {
      const reply = await put("society", { version: 0, ...details, [field]: value });
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field, message: expect.any(String) }] });
    });

    it("can be changed only by the administrator", async () => {
      for (const token of [tokens.treasurer, tokens.member]) {
        expect((await put("society", { version: 0, ...details }, token)).status).toBe(403);
      }
    });
  });

  describe("the society's colour", () => {
    it("is a hue and a strength that keep every text readable", async () => {
      const version = await versionOf("look");
      const reply = await put("look/colour", { version, accentHue: 252, accentChroma: 0.115 });
      expect(reply.body).toMatchObject({ accentHue: 252, accentChroma: 0.115 });
      expect(await header()).toMatchObject({ accentHue: 252, accentChroma: 0.115 });
      for (const wrong of [
        { accentHue: 252, accentChroma: 0.2 },
        { accentHue: 252, accentChroma: 0 },
        { accentHue: 361, accentChroma: 0.1 },
        { accentHue: 1.5, accentChroma: 0.1 },
      ]) {
        expect((await put("look/colour", { version: version + 1, ...wrong })).status).toBe(422);
      }
    });

    it("changed by two from the same version is saved once", async () => {
      const version = await versionOf("look");
      const replies = await Promise.all(
        [10, 20, 30].map((accentHue) =>
          put("look/colour", { version, accentHue, accentChroma: 0.1 }),
        ),
      );
      expect(statusesOf(replies)).toEqual([200, 409, 409]);
    });
  });

  describe("the amounts above which a receipt waits for a second person", () => {
    const limits = { openingSavings: 12_000, repayment: 30_000, over: 0, day: 60_000 };
    const versionNow = async () => (await get<Kept>("receipts")).version;

    it("are low at first, and a new value applies at once", async () => {
      expect(await get("receipts")).toMatchObject({
        version: 0,
        openingSavings: 10_000,
        repayment: 20_000,
        over: 1000,
        day: 50_000,
      });
      const reply = await put("receipts", { version: 0, ...limits });
      expect(reply.body).toMatchObject({ version: 1, ...limits });
      const { rows } = await society.owner.query(
        "select repayment_cents::int, over_cents::int from one_person_limit",
      );
      expect(rows).toEqual([{ repayment_cents: 3_000_000, over_cents: 0 }]);
    });

    it("are reported to all staff, and written to the audit log", async () => {
      const reply = await put("receipts", { version: await versionNow(), ...limits, day: 70_000 });
      expect(reply.body).toMatchObject({
        changes: [{ by: "Staff ST1", fields: [{ field: "day", from: "60,000.00" }] }, {}],
      });
      const told = (await society.messages()).slice(0, 3).map(({ text }) => text);
      const words = expect.stringMatching(/Staff ST1 changed .* now: 30,000.00/) as string;
      expect(told).toEqual([words, words, words]);
      const { rows } = await society.owner.query(
        `select detail from audit_record where subject = 'settings:receipts'
        order by seq desc limit 1`,
      );
      expect(rows).toEqual([{ detail: { day: { from: "60,000.00", to: "70,000.00" } } }]);
    });

    it("have an upper bound, reported at the field; only the administrator sets them", async () => {
      const version = await versionNow();
      for (const [field, most] of Object.entries(highest)) {
        const over = await put("receipts", { version, ...limits, [field]: most + 0.01 });
        expect(over.status).toBe(422);
        expect(over.body).toMatchObject({ errors: [{ field }] });
      }
      expect((await put("receipts", { version, ...highest })).status).toBe(200);
      const denied = await put("receipts", { version, ...limits }, tokens.treasurer);
      expect(denied.status).toBe(403);
    });
  });

  const highest = { openingSavings: 100_000, repayment: 100_000, over: 10_000, day: 500_000 };

  const icon = readFileSync(join(import.meta.dirname, "../../../web/static/icon-192.png"));

  async function upload(body: Uint8Array, type = "image/png", token = tokens.administrator) {
    const version = await versionOf("look");
    return society.send("PUT", `${at}/look/logo?version=${version}`, {
      token,
      body,
      headers: { "content-type": type },
    });
  }

  const problemOf = (reply: Reply) =>
    (reply.body as { errors: { field: string }[] }).errors[0]?.field;

  describe("the society's logo", () => {
    it("is served permanently from its own address, and only as a picture", async () => {
      const reply = await upload(icon);
      expect(reply.status, reply.text).toBe(200);
      const { address } = (reply.body as Kept).logo ?? { address: "" };
      expect(address).toMatch(/^\/society\/logo\/[0-9a-f]{64}\.png$/);
      expect(await header()).toMatchObject({ logo: address });
      const picture = await fetch(society.address + address);
      expect(picture.headers.get("content-type")).toBe("image/png");
      expect(picture.headers.get("x-content-type-options")).toBe("nosniff");
      expect(picture.headers.get("cache-control")).toContain("immutable");
      expect(picture.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect((await picture.arrayBuffer()).byteLength).toBeLessThanOrEqual(icon.length);
      for (const other of [address.replace(".png", ".jpg"), address.replace(/[0-9a-f]{64}/, "x")]) {
        expect((await society.send("GET", other)).status).toBe(404);
      }
    });

    it("is in the middle of an icon that phones may cut into a shape", async () => {
      const { address } = ((await upload(icon)).body as Kept).logo ?? { address: "" };
      const made = await fetch(society.address + iconAddress(address));
      expect(made.headers.get("content-type")).toBe("image/svg+xml");
      const svg = await made.text();
      const [, logo = ""] = /href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
      const picture = await fetch(society.address + address);
      expect(Buffer.from(logo, "base64")).toEqual(Buffer.from(await picture.arrayBuffer()));
      const [, from = "", side = ""] =
        /<image x="(\d+)" y="\1" width="(\d+)" height="\2"/.exec(svg) ?? [];
      // Its corners are within the circle that no shape cuts, of four fifths of the width.
      expect(Number(from) * 2 + Number(side)).toBe(512);
      expect(Math.SQRT2 * Number(side)).toBeLessThanOrEqual(0.8 * 512);
      const other = iconAddress(address.replace(/[0-9a-f]{64}/, "x"));
      expect((await society.send("GET", other)).status).toBe(404);
    });

    it("that is an SVG, a page or too large is rejected, whatever type it claims", async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
      for (const type of ["image/svg+xml", "image/png", "image/jpeg"]) {
        const reply = await upload(svg, type);
        expect(reply.status).toBe(422);
        expect(problemOf(reply)).toBe("logo");
      }
      expect((await upload(Buffer.concat([icon, Buffer.alloc(204_800)]))).status).toBe(413);
      const asked = { token: tokens.administrator, body: { a: 1 } };
      expect((await society.send("PUT", `${at}/look/logo?version=1`, asked)).status).toBe(415);
      expect((await upload(icon, "image/png", tokens.treasurer)).status).toBe(403);
    });

    it("appears at the top of a statement until it is removed", async () => {
      const pdf = async () => {
        const path = "/api/v1/members/MS1/statements/savings/documents";
        const reply = await fetch(society.address + path, {
          method: "POST",
          headers: {
            authorization: `Bearer ${tokens.member}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ format: "pdf" }),
        });
        expect(reply.status).toBe(201);
        return Buffer.from(await reply.arrayBuffer()).toString("latin1");
      };
      expect(await pdf()).toContain("/Subtype /Image");
      const version = await versionOf("look");
      const removed = await society.send("DELETE", `${at}/look/logo?version=${version}`, {
        token: tokens.administrator,
      });
      expect(removed.status, removed.text).toBe(200);
      expect(await header()).not.toHaveProperty("logo");
      expect(await pdf()).not.toContain("/Subtype /Image");
    });
  });

  it("changes of the settings cannot be altered afterwards", async () => {
    for (const table of ["setting_change", "message_text", "withholding_rate_cancellation"]) {
      await expect(society.owner.query(`truncate ${table}`)).rejects.toThrow(/append-only/);
    }
    await foundSociety(society).catch(() => {});
  });
});
