import { describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { sampleValues } from "#shared/message-samples.ts";
import { messageNamesEn } from "#shared/messages/messaging/message-names-en.ts";
import { channelOf, messageKinds } from "#shared/message-kinds.ts";
import { smsLength } from "#shared/sms-length.ts";
import { placesOf, standardOf } from "./own-texts.ts";

const templates = messageTemplates(parseConfig({ AKIBA_MODE: "test" }));

describe("every message that is sent", () => {
  it.each(templates.map((template) => [template.name, template] as const))(
    "%s has a name, a moment, a purpose and samples for the office",
    (name, template) => {
      expect(Object.keys(messageNamesEn)).toContain(name.replace(/-e?mail$/, ""));
      expect(Object.keys(messageKinds)).toContain(name);
      const places = placesOf(template);
      const known = [...places.en.known, ...places.sw.known];
      const values = sampleValues(known, { society: "Uzima Sacco", phone: "0709 000 210" });
      expect(known.filter((place) => values[place] === "…")).toEqual([]);
      const { en, sw } = standardOf(template);
      for (const { text } of channelOf(name) === "email" ? [] : [en, sw]) {
        expect(smsLength(text).alphabet).toBe("gsm-7");
      }
    },
  );

  it("is one of the declared kinds, and every declared kind has a text", () => {
    const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));
    expect(sorted(Object.keys(messageKinds))).toEqual(sorted(templates.map(({ name }) => name)));
  });
});
