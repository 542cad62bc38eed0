import { beforeAll, describe, expect, it } from "vitest";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({
  limits: { writesPerMinute: 60_000, writeBurst: 60_000, documentBurst: 500 },
});
const tokens: Record<string, string> = {};
const office = importOffice(world, tokens);

beforeAll(async () => {
  await foundSociety(world);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(world, role.toUpperCase(), role);
    tokens[role] = await signIn(world, role.toUpperCase());
  }
  const names = ["@Otieno, “Junior”", "＝Achieng", "-Baraka", "'Njeri", "O'Brien"];
  for (const [at, fullName] of names.entries()) {
    await enrol(world, `RT${at}`, { fullName });
    await world.owner.query("update member set mobile_number = $1 where member_no = $2", [
      `+25471200048${at}`,
      `RT${at}`,
    ]);
  }
});

const register = async () =>
  (
    await world.owner.query(
      `select member_no, full_name, mobile_number, email, national_id, joined_on::text
        from member where member_no like 'RT%' order by member_no`,
    )
  ).rows as Record<string, string>[];

describe("the register", () => {
  it("is exported without a formula in it, with phones a spreadsheet leaves alone", async () => {
    const { text } = await world.send("GET", "/api/v1/exports/members", {
      token: tokens["administrator"] ?? "",
    });
    expect(text).toContain(",0712 000 480,");
    for (const made of ["'@Otieno", "'＝Achieng", "'-Baraka"]) expect(text).toContain(made);
    expect(text).not.toMatch(/(^|,)"?[=+@＝＋－＠]/m);
  });

  it("comes in again as it was exported, to the last character", async () => {
    const before = await register();
    const { text } = await world.send("GET", "/api/v1/exports/members", {
      token: tokens["administrator"] ?? "",
    });
    const other = text
      .replaceAll(/^RT/gm, "RU")
      .replaceAll("@example.com", "@example.org")
      .replaceAll(/(,)(\d{7,9})(,\d{4}-)/g, (_, a: string, id: string, c: string) => {
        return `${a}${Number(id) + 7}${c}`;
      })
      .split("\r\n")
      .filter((line, at) => at === 0 || line.startsWith("RU"))
      .join("\r\n");
    const reply = await office.upload("members", other);
    expect(reply.status, reply.text).toBe(201);
    const detail = reply.body as ImportDetail;
    const places = { member_no: 0, full_name: 1, mobile: 2, email: 3, joined_on: 5 };
    const path = `/${detail.id}/files/${detail.files[0]?.id}/mapping`;
    const mapped = await office.ask("clerk", "POST", path, { places });
    expect(mapped.body, JSON.stringify(await office.findings(detail.id))).toMatchObject({
      findings: 0,
    });
    await office.send(detail.id);
    await office.post(detail.id);
    const { rows } = await world.owner.query(
      `select member_no, full_name, mobile_number, joined_on::text
        from member where member_no like 'RU%' order by member_no`,
    );
    expect(rows).toEqual(
      before.map(({ member_no: no = "", full_name, mobile_number, joined_on }) => ({
        member_no: no.replace("RT", "RU"),
        full_name,
        mobile_number,
        joined_on,
      })),
    );
  });
});
