import { expect, it } from "vitest";
import { type Permission, roleMay, rolesThatMay, type StaffRole } from "#shared/permissions.ts";
import { messageTemplates } from "#server/app.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";

/** For each message that asks staff to open a page: its readers, and the permission of the page. */
const asking: Readonly<Record<string, readonly [readonly StaffRole[], Permission]>> = {
  "sms-budget": [["administrator", "treasurer"], "settings.read"],
  "office-alert": [["administrator"], "alerts.read"],
  "case-breached": [rolesThatMay("cases.answer"), "cases.answer"],
};

const texts = messageTemplates(parseConfig({ AKIBA_MODE: "test" })).map((template) => {
  return { name: template.name, text: template.render("en", template.derive?.({}) ?? {}).text };
});

it("a message to all staff asks for nothing but a call", () => {
  const toAll = texts.filter(({ text }) => text.includes("Not expected?"));
  expect(toAll.length).toBeGreaterThan(10);
  for (const { name, text } of toAll) {
    expect(text, name).not.toMatch(/\b(See|Open|open|Log in|Go to|Approve|Check)\b/);
  }
});

it("a message that asks staff to open a page goes to roles that may open it", () => {
  const opening = texts
    .filter(({ text }) => /\b([Ss]ee|[Oo]pen) (Settings|Alerts|Approvals|Suggestions)\b/.test(text))
    .map(({ name }) => name);
  for (const name of opening) expect(Object.keys(asking)).toContain(name);
  for (const [name, [roles, permission]] of Object.entries(asking)) {
    for (const role of roles) expect(roleMay(role, permission), `${name}, ${role}`).toBe(true);
  }
});
