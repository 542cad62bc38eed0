import { beforeAll, describe, expect, it } from "vitest";
import { importOffice } from "#test/imports.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const { upload } = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "CLERK", "clerk");
  tokens["clerk"] = await signIn(society, "CLERK");
});

describe("an uploaded file", () => {
  it("has the visible characters of its name only", async () => {
    const csv = "member_no,date,kind,amount,reference\nMS1,2026-04-14,deposit,1,\n";
    const turned = "savings\u202Evsc.exe\r\nApproved: yes";
    const reply = await upload("entries", csv, { fileName: turned });
    expect(reply.body).toMatchObject({ files: [{ name: "savingsvsc.exeApproved: yes" }] });
    expect((await upload("entries", `${csv}\n`, { fileName: "\u200B\r\n" })).status).toBe(422);
  });
});
