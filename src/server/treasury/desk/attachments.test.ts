import { beforeAll, describe, expect, it } from "vitest";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { jpeg, pdf, png } from "#test/pictures.ts";
import { useServedSociety } from "#test/served-society.ts";
import { treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { tryToEnter, enter, approve, attach, read } = treasuryCalls(society, tokens);
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const movement = { kind: "bank-charge", amount: 120, description: "Ledger fee" };
const download = (id: string, who = "AUDITOR") =>
  society.send("GET", `/api/v1/treasury/attachments/${id}`, { token: tokens[who] ?? "" });

beforeAll(async () => {
  await foundSociety(society);
  const staff = {
    CLERK: "clerk",
    LOANS: "loans-officer",
    TREASURER: "treasurer",
    ADMIN: "administrator",
    AUDITOR: "auditor",
  };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

describe("a file attached to a movement", () => {
  it("is saved, never opened, by those who may read the treasury", async () => {
    const files = [await attach(pdf(), "application/pdf"), await attach(png(), "image/png")];
    const { id } = await enter({ ...movement, attachments: files.map(idOf) });
    const { files: listed } = (await read(id)) as { files: { id: string }[] };
    expect(listed).toMatchObject([
      { name: "slip.pdf", mediaType: "application/pdf" },
      { mediaType: "image/png" },
    ]);
    const file = await download(listed[0]?.id ?? "");
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="attachment-/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.text).toBe(pdf().toString("latin1"));
    expect((await download(listed[0]?.id ?? "", "LOANS")).status).toBe(403);
  });

  it.each([
    ["a drawing", "image/svg+xml", Buffer.from("<svg onload='alert(1)'/>"), 422],
    ["a program called a PDF", "application/pdf", Buffer.from("MZ\u0090\u0000"), 422],
    ["a ZIP called a PNG", "image/png", Buffer.from("PK\u0003\u0004"), 422],
    ["a page called a JPEG", "image/jpeg", Buffer.from("<script>alert(1)</script>"), 422],
    ["a PDF with a script", "application/pdf", pdf("<< /S /JavaScript >>"), 422],
    ["a page as it is", "text/html", Buffer.from("<p>Slip</p>"), 415],
    ["a program as it is", "application/octet-stream", Buffer.from("MZ"), 415],
    ["more than 5 MB", "application/pdf", Buffer.alloc(5_242_881), 413],
  ])("is not %s", async (_, type, content, status) => {
    const reply = await attach(content, type);
    expect(reply.status).toBe(status);
    if (status === 422) expect(reply.text).toContain('"file"');
  });

  it("is a JPEG whatever it is called, without what its camera wrote", async () => {
    const reply = await attach(Buffer.concat([jpeg(), Buffer.from("PK trailing")]), "image/png");
    expect(reply.body).toMatchObject({ mediaType: "image/jpeg", bytes: jpeg().length });
  });

  it("is of the person who uploaded it, and of one movement", async () => {
    const file = idOf(await attach(pdf(), "application/pdf", "CLERK"));
    const foreign = await tryToEnter({ ...movement, attachments: [file] });
    expect(foreign.status).toBe(404);
    await enter({ ...movement, attachments: [file, file] }, "CLERK");
    const again = await tryToEnter({ ...movement, attachments: [file] }, "CLERK");
    expect(again.status).toBe(404);
    expect((await attach(pdf(), "application/pdf", "AUDITOR")).status).toBe(403);
  });

  it("is not seen before it belongs to a movement", async () => {
    const file = idOf(await attach(pdf(), "application/pdf"));
    expect((await download(file)).status).toBe(404);
  });

  it("stays with its movement as it was, whoever writes to it", async () => {
    const file = idOf(await attach(pdf(), "application/pdf"));
    const { id, approvalId } = await enter({ ...movement, attachments: [file] });
    const late = idOf(await attach(pdf(), "application/pdf"));
    await approve(approvalId);
    for (const change of [
      `update treasury_attachment set content = 'x' where id = ${file}`,
      `update treasury_attachment set movement_id = null where id = ${file}`,
      `delete from treasury_attachment where id = ${file}`,
      `update treasury_attachment set movement_id = ${id} where id = ${late}`,
    ]) {
      await expect(society.owner.query(change), change).rejects.toThrow(/attachment/);
    }
  });

  it("is read by the second person with its digest, so that another one is noticed", async () => {
    const file = idOf(await attach(pdf(), "application/pdf"));
    const { approvalId } = await enter({ ...movement, attachments: [file] });
    const list = await society.send("GET", "/api/v1/approvals", { token: tokens["ADMIN"] ?? "" });
    const { rows } = list.body as { rows: { id: string; facts: unknown[] }[] };
    const facts = rows.find(({ id }) => id === approvalId)?.facts;
    expect(JSON.stringify(facts)).toMatch(/slip\.pdf \([0-9a-f]{12}\)/);
  });
});
