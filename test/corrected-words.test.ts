import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Phrases that readers of each language corrected, so that they do not come back. */
const corrected: Readonly<Record<"en" | "sw", readonly RegExp[]>> = {
  en: [
    /never withdrawn/,
    /what needs you|nothing needs you/i,
    /somebody of the office|\bstands? here\b|\banew\b|\breckon/i,
    /quiet minutes|go on where you were/i,
    /\bOtp Sent Successful\.|Password Changed Successful|login Successful/,
    /what rounding leaves|moved on meanwhile/i,
    /costs? (Ksh )?\{\w+\} less/i,
    /do not carry|what your guarantees rest on/i,
    /left to place|place the remaining/i,
    /which one shall hold|holds now/i,
    /the cents go another way|none are broken/i,
    /nothing here holds|nothing moved in/i,
    /hold the paper against/i,
    /will that do|it will do|will not do/i,
    /comes? to nought|come to the same/i,
    /take in and match|take into a file|bring results/i,
    /remind the silent|if silent/i,
    /it is not so|write down the wish/i,
    /lent nothing|UpdateDetails|Update Loan Data/,
    /\bMem (Name|No)\b/,
    /past their day|things wrong/i,
    /Check-off of \{/,
    /\bnought\b|\bshall\b|\bwhom\b/,
  ],
  sw: [
    /Acha lile jipya/,
    /nyamaz|ukimya|walio kimya/i,
    /Muda wako umekwisha|chako kinachobaki/i,
    /lishike|linaloshika/i,
    /dirisha/i,
    /Simu hulipwa|uzito wa miezi/i,
    /\b([LlYyZz][a-z]*nakuja|[Hh]alikupatikana)\b/,
    /mandhari \w*meu(pe|si)/i,
    /Zilizodhaminiwa|Amana za Kutolewa/,
    /nywila|manenosiri/i,
    /mkopo wa haraka/i,
    /\b[Nn]amba\b/,
    /msimbo wa uthibitisho/i,
    /\b(Rejea|Kumb)\b/,
    /Mtaji wa hisa/i,
    /hazikufika/,
    /Gawio lote/,
    /"(Umetolewa|Unalipwa|Ulitumwa|Unatumwa|Umelipwa wote)"/,
    /Yanayokuhitaji|kinachokuhitaji/i,
  ],
};

const folder = "src/shared/messages";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });

/** Whether a line shows a text and is not a key, a comment or a word of a file's heading. */
const isText = (line: string): boolean => /["`]/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line);

/** The text of a line without the key before it. */
const textOf = (line: string): string => line.replace(/^\s*["\w.-]+: /, "");

for (const language of ["en", "sw"] as const) {
  it(`no text in ${language} uses a phrase that its readers corrected`, () => {
    const catalogues = files.filter(
      (file) => file.endsWith(`-${language}.ts`) || file === `${language}.ts`,
    );
    expect(catalogues.length).toBeGreaterThan(40);
    const found = catalogues.flatMap((file) =>
      readFileSync(`${folder}/${file}`, "utf8")
        .split("\n")
        .filter(isText)
        .map(textOf)
        .flatMap((line) =>
          corrected[language].filter((phrase) => phrase.test(line)).map(() => `${file}: ${line}`),
        ),
    );
    expect(found).toEqual([]);
  });
}
