import { describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { fill } from "#shared/language.ts";
import { sampleValues } from "#shared/message-samples.ts";
import { messageNamesEn } from "#shared/messages/messaging/message-names-en.ts";
import { channelOf, messageKinds } from "#shared/message-kinds.ts";
import { smsLength } from "#shared/sms-length.ts";
import { placesOf, standardOf } from "./own-texts.ts";

const templates = messageTemplates(parseConfig({ AKIBA_MODE: "test" }));

describe("every message that is sent", () => {
  it.each(templates.map((template) => [template.name, template] as const))(
    "%s has a name, a moment, a purpose and samples, and is one SMS with these",
    (name, template) => {
      expect(Object.keys(messageNamesEn)).toContain(name.replace(/-e?mail$/, ""));
      expect(Object.keys(messageKinds)).toContain(name);
      const places = placesOf(template);
      const known = [...places.en.known, ...places.sw.known];
      const values = sampleValues(known, { society: "Uzima Sacco", phone: "0709 000 210" });
      expect(known.filter((place) => values[place] === "…")).toEqual([]);
      const { en, sw } = standardOf(template);
      for (const { text } of channelOf(name) === "email" ? [] : [en, sw]) {
        const sent = fill(text, values);
        expect(smsLength(sent), sent).toMatchObject({ alphabet: "gsm-7", parts: 1 });
      }
    },
  );

  it("is one of the declared kinds, and every declared kind has a text", () => {
    const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));
    const advice = "add a new text to messageTemplates in app.ts and to message-kinds.ts";
    const named = templates.map(({ name }) => name);
    expect(sorted(Object.keys(messageKinds)), advice).toEqual(sorted(named));
  });
});
