import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { languages } from "#shared/language.ts";
import { placesIn } from "#shared/message-placeholders.ts";
import { wordStored } from "./wording.ts";

const templates = messageTemplates(parseConfig({ AKIBA_MODE: "test" }));
const otherForms = /\b\d{4}-\d{2}\b|\d{1,2}\/\d{1,2}\/\d{4}|\b\d{2}\/\d{4}/;

const sent = { channel: "sms", own_subject: null, own_text: null } as const;

describe("a day in a message", () => {
  it.each(templates.map((template) => [template.name, template] as const))(
    "has one form wherever it appears in %s, in both languages",
    (_, template) => {
      for (const language of languages) {
        const bare = template.render(language, template.derive?.({}) ?? {});
        const places = placesIn(`${bare.subject} ${bare.text}`);
        const days = places.map((place) => [place, "2026-06-01"]);
        const params: unknown = Object.fromEntries(days);
        const { subject, text } = wordStored(template, { ...sent, language, params });
        expect(`${subject} ${text}`).not.toMatch(otherForms);
        if (places.length > 0) expect(`${subject} ${text}`).toContain("1 Jun 2026");
        expect(`${subject} ${text}`).not.toContain("01 Jun");
      }
    },
  );

  it("is stored as an ISO day by every query that writes a message", () => {
    const server = new URL("../..", import.meta.url).pathname;
    const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const slashed = files.filter((name) => /(DD|MM)\/(MM|YYYY)/.test(read(join(server, name))));
    expect(slashed).toEqual([]);
    // PostgreSQL names months in English only, which a narration of the books is written in.
    const named = files.filter((name) => /Mon YYYY/.test(read(join(server, name))));
    expect(named).toEqual(["check-off/payroll/destination-postings.ts"]);
  });

  it("that names a month shows the month, and a message queued earlier still reads well", () => {
    const template = templates.find(({ name }) => name === "check-off-received");
    const textFor = (month: string) =>
      template && wordStored(template, { ...sent, language: "sw", params: { month } }).text;
    expect(textFor("2026-08")).toContain("makato yako ya Ago 2026");
    expect(textFor("08/2026")).toContain("makato yako ya 08/2026");
  });
});

const read = (path: string) => readFileSync(path, "utf8");
