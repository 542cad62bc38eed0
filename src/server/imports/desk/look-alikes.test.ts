import { beforeAll, describe, expect, it } from "vitest";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { approveRequest, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, statusesOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator", "auditor"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrol(society, "MS1");
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const head = "member_no,date,kind,amount";
const rows = Array.from({ length: 10 }, (_, day) => `MS1,2024-01-${day + 10},deposit,1000.50`);
const file = (lines: readonly string[]) => `${[head, ...lines].join("\n")}\n`;
const changed = (count: number) =>
  rows.map((row, at) => (at < count ? row.replace("1000.50", "2") : row));

async function said({ id }: ImportDetail): Promise<string[]> {
  const found = await office.findings(id);
  return found.map(({ reason, given }) => formatKept(reason, given, "en"));
}

async function setAside({ id }: ImportDetail): Promise<void> {
  await office.ask("clerk", "POST", `/${id}/discarding`, { reason: "A try" });
}

async function postWhole(text: string): Promise<ImportDetail> {
  const detail = await office.bring({ entries: text });
  expect(detail.findings, JSON.stringify(await said(detail))).toBe(0);
  await office.send(detail.id);
  await office.post(detail.id);
  return detail;
}

const insist = ({ id, files }: ImportDetail, who = "clerk") =>
  office.ask(who, "POST", `/${id}/files/${files[0]?.id}/insistence`, { reason: "A second till" });

steps("step by step", () => {
  describe("a file that was imported", () => {
    let first: ImportDetail;
    beforeAll(async () => {
      first = await postWhole(file(rows));
    });
    const named = () => `import ${first.id}, on 14 Apr 2026, 09:12 by TREASURER`;

    it.each([
      ["one blank line more", `${file(rows)}\n`],
      ["its rows in another order", file(rows.toReversed())],
      ["its amounts written otherwise", file(rows).replaceAll("1000.50", '"KES 1,000.50"')],
      [
        "its columns in another order and under other names",
        () => {
          const turned = rows.map((row) => row.split(",").toReversed().join(","));
          return ["Amount,Type,Value date,Member", ...turned].join("\n");
        },
      ],
    ])("is recognised by its rows with %s", async (_, text) => {
      const again = await office.bring({ entries: typeof text === "string" ? text : text() });
      expect(await said(again)).toEqual([`was imported before, as entries.csv: ${named()}`]);
      const sent = await office.ask("clerk", "POST", `/${again.id}/sending`, {});
      expect(sent.body).toMatchObject({ reason: "import-faults" });
      await setAside(again);
    });

    it("is distinguished from one with eight rows in ten of it, not nine", async () => {
      const alike = await office.bring({ entries: file(changed(1)) });
      expect(await said(alike)).toEqual([
        `has 90 % or more of its rows in entries.csv, which was imported before: ${named()}`,
      ]);
      expect(alike.files[0]).toMatchObject({ lookAlike: "found" });
      await setAside(alike);
      const other = await office.bring({ entries: file(changed(2)) });
      expect(await said(other)).toEqual([]);
      expect(other.files[0]).toMatchObject({ lookAlike: "no" });
      await setAside(other);
    });

    it("is imported again only if two people insist, for exactly these rows", async () => {
      const alike = await office.bring({ entries: file(changed(1)) });
      expect((await insist(alike, "auditor")).status).toBe(403);
      const reply = await insist(alike);
      expect(reply.status, reply.text).toBe(201);
      const { approvalId } = reply.body as { approvalId: string };
      expect((await insist(alike)).body).toMatchObject({ reason: "approval-waits" });
      expect((await office.read(alike.id)).files[0]).toMatchObject({ lookAlike: "waits" });
      const own = await society.send("POST", `/api/v1/approvals/${approvalId}/approval`, {
        token: tokens["clerk"] ?? "",
        body: { digest: "" },
      });
      expect(own.status).toBe(403);
      await society.owner.query("update staff set role_since = null");
      const shown = await society.send("GET", `/api/v1/approvals/${approvalId}`, {
        token: tokens["administrator"] ?? "",
      });
      const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string;
      expect((shown.body as { facts: unknown[] }).facts).toContainEqual({
        name: "earlierOn",
        value: day,
      });
      await approveRequest(society, tokens["administrator"] ?? "", approvalId);
      const allowed = await office.read(alike.id);
      expect(allowed).toMatchObject({ findings: 0, files: [{ lookAlike: "no" }] });
      expect(allowed.steps.at(-1)).toMatchObject({ step: "allowed", by: "ADMINISTRATOR" });
      await office.send(alike.id);
      await office.post(alike.id);
      const third = await office.bring({ entries: `${file(changed(1))}\n\n` });
      expect(third.findings).toBe(1);
      await setAside(third);
    });

    it("is not allowed in another import than the one that was approved", async () => {
      const one = await office.bring({ entries: `${file(rows)}\n\n` });
      const { approvalId } = (await insist(one)).body as { approvalId: string };
      await setAside(one);
      const { body } = await society.send("GET", "/api/v1/approvals", {
        token: tokens["administrator"] ?? "",
      });
      const waiting = (body as { rows: { id: string; facts: unknown[]; digest: string }[] }).rows;
      const found = waiting.find(({ id }) => id === approvalId);
      expect(found?.facts).toEqual([]);
      const path = `/api/v1/approvals/${approvalId}/approval`;
      const late = await society.send("POST", path, {
        token: tokens["administrator"] ?? "",
        body: { digest: found?.digest ?? "" },
      });
      expect(late.status).toBe(409);
    });
  });

  describe("two drafts of the same rows", () => {
    it("posted at once are in the books once", async () => {
      const text = file([`MS1,2024-03-01,deposit,77`, `MS1,2024-03-02,deposit,78`]);
      const drafts = [
        await office.bring({ entries: text }),
        await office.bring({ entries: `${text}\n` }),
      ];
      for (const { id } of drafts) await office.send(id);
      const posted = await Promise.all(drafts.map(({ id }) => office.posting("treasurer", id)));
      expect(statusesOf(posted)).toEqual([201, 409]);
      expect(
        await office.count("select from journal_line where amount_cents in (7700, -7700)"),
      ).toBe(2);
    });
  });
});
