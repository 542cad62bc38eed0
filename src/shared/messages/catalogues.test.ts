import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { en } from "./en.ts";
import { fieldProblemsEn } from "./kernel/field-problems-en.ts";
import { fieldProblemsSw } from "./kernel/field-problems-sw.ts";
import { officeProblemsEn } from "./kernel/office-problems-en.ts";
import { officeProblemsSw } from "./kernel/office-problems-sw.ts";
import { problemsEn } from "./kernel/problems-en.ts";
import { problemsSw } from "./kernel/problems-sw.ts";
import { memberEn } from "./member-en.ts";
import { memberSw } from "./member-sw.ts";
import { sw } from "./sw.ts";

/** Texts that are the same in both languages: common words and a code. */
const SAME_IN_BOTH = new Set(["common.ksh", "otp.label", "landing.codeExample"]);

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === "string" ? [[at, value]] : leaves(value, at);
  });
}

const english = new Map(leaves({ ...en, office: officeProblemsEn, problems: problemsEn }));
const kiswahili = new Map(leaves({ ...sw, office: officeProblemsSw, problems: problemsSw }));
const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the texts of members' pages", () => {
  const memberEnglish = new Map(leaves(memberEn));
  const memberKiswahili = new Map(leaves(memberSw));

  it("have the same keys in both languages", () => {
    expect([...memberKiswahili.keys()].toSorted()).toEqual([...memberEnglish.keys()].toSorted());
  });

  it("fill the same places in both languages", () => {
    for (const [key, words] of memberEnglish) {
      expect(places(memberKiswahili.get(key) ?? ""), key).toEqual(places(words));
    }
  });
});

/** These load one language at a time. */
const LOADERS = new Set(["src/web/lib/language.ts", "src/web/lib/member-texts.ts"]);

it("no page of members carries the texts of both languages", () => {
  const pages = ["member", "public", "ui", "lib"].flatMap((folder) =>
    readdirSync(`src/web/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `src/web/${folder}/${name}`),
  );
  expect(pages.length).toBeGreaterThan(100);
  const carriers = pages.filter(
    (page) =>
      !LOADERS.has(page) &&
      /^import (?!type )[^;]*"#shared\/messages\//m.test(readFileSync(page, "utf8")),
  );
  expect(carriers).toEqual([]);
});

describe("the catalogues", () => {
  it("say that an amount of a dividend has at most two decimals", () => {
    expect(fieldProblemsEn["split.amount"]).toBe(fieldProblemsEn["amount.form"]);
    expect(fieldProblemsSw["split.amount"]).toBe(fieldProblemsSw["amount.form"]);
  });

  it("name no button in the problem of a code, as pages call it by different names", () => {
    const problems = { problemsEn, problemsSw, fieldProblemsEn, fieldProblemsSw };
    for (const [key, words] of leaves(problems))
      expect(words, key).not.toMatch(/Send OTP|Tuma OTP/);
  });

  it("hold the same keys", () => {
    expect([...kiswahili.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it("leave no key empty and none untranslated", () => {
    const untranslated = [...english].filter(([key, words]) => {
      const other = kiswahili.get(key) ?? "";
      return !words.trim() || !other.trim() || (words === other && !SAME_IN_BOTH.has(key));
    });
    expect(untranslated).toEqual([]);
  });

  it("fill the same places in both languages", () => {
    for (const [key, words] of english) {
      expect(places(kiswahili.get(key) ?? ""), key).toEqual(places(words));
    }
  });
});
