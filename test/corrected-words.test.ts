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
    /blacklist/i,
    /"Redirected|payouts redirected/,
    /\bMem (Name|No)\b/,
    /past their day|things wrong/i,
    /Check-off of \{/,
    /\bnought\b|\bshall\b|\bwhom\b/,
    /meanwhile/i,
    /\bholds\b/,
    /"Undo(ne)?\b|\bundo (it|this|the)\b|\b(was|is) undone\b/i,
    /"Return"/,
    /cannot be paid by phone until/i,
    // Money is assigned to an account, not placed.
    /\bplace(d)?: "Placed?\b|\b[Pp]lace (row|Ksh)|people place|is placing|be placed\b|placements?"/,
    /fits nobody|\{count\} findings|concluded"|Erase what you do not/,
    // Times are written 08:00.
    /\bfrom \d{1,2}\.\d\d"/,
    /is late since|where it was to go|we have concluded|taken back|you wish to leave/i,
  ],
  sw: [
    /Acha lile jipya/,
    /nyamaz|ukimya|walio kimya/i,
    /Muda wako umekwisha|chako kinachobaki/i,
    /lishike|linaloshika/i,
    /dirisha/i,
    /Simu hulipwa|uzito wa miezi/i,
    /\b([a-z]+nakuja|halikupatikana)\b/i,
    /mandhari \w*meu(pe|si)/i,
    /Zilizodhaminiwa|Amana za Kutolewa/,
    /nywila|manenosiri/i,
    /mkopo wa haraka/i,
    /\b[Nn]amba\b/,
    /msimbo wa uthibitisho/i,
    /\b(Rejea|Kumb)\b/,
    /Mtaji wa hisa/i,
    /\b(haikufika|haikukufikia)\b/,
    // A statement is "taarifa"; information is "maelezo".
    /\btaarifa (binafsi|hizo|nyingi|ambazo)\b|\btaarifa z(ako|imebadilika)\b/i,
    /kupakika|\b(hazi|haya)kupatikana"/,
    /Gawio lote/,
    /"(Umetolewa|Unalipwa|Ulitumwa|Unatumwa|Umelipwa wote)"/,
    /Yanayokuhitaji|kinachokuhitaji/i,
    /Salio kwa muda|haujawashwa|\} (imefika|iliyobaki)\b|hakikupatikana|Tumia Lipa/i,
    /M-Pesa hulipa|yako itahitaji|Yataondoka na|nia ya kutoka|[Ww]eke? kando|Limewekwa kando/,
    /"Weka kwenye faili|shikiliwi?a?\b|amana zinazoweza kutolewa/i,
    /"(Iliyolipwa leo|Inayolipwa|Ya kulipa)"/,
    /\bsaa \d{1,2}\.\d\d\b/,
    /\bna umeondolewa|\bhukutumia kwenye nambari/i,
    // "Faili" is of class 5/6: "faili la", "mafaili ya".
    /\bfaili (\{id\} )?(ya|hii|hiyo|ile|ijayo|nyingine|yake|yako|yenyewe|ambayo|kama hiyo)\b/i,
    /\bfaili (\{id\} )?(za|hizi|zote|hai|hazi|i(li|me|ta|na|ki)|z(ili|ime|inaz))/i,
  ],
};

const folder = "src/shared/messages";

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file}`,
  );
}

/** Whether a line shows a text and is not a key, a comment or a word of a file's heading. */
const isText = (line: string): boolean => /["`]/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line);

/** The text of a line without the key before it. */
const textOf = (line: string): string => line.replace(/^\s*["\w.-]+: /, "");

/** The lines of files that use one of the phrases. */
function corrections(files: readonly string[], phrases: readonly RegExp[]): string[] {
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter(isText)
      .map(textOf)
      .filter((line) => phrases.some((phrase) => phrase.test(line)))
      .map((line) => `${file}: ${line}`),
  );
}

for (const language of ["en", "sw"] as const) {
  it(`no text in ${language} uses a phrase that its readers corrected`, () => {
    const catalogues = filesIn(folder).filter(
      (file) => file.endsWith(`-${language}.ts`) || file.endsWith(`/${language}.ts`),
    );
    expect(catalogues.length).toBeGreaterThan(40);
    expect(corrections(catalogues, corrected[language])).toEqual([]);
  });
}

/** Whether a file of the server has texts for members or the office in it, such as SMS. */
function hasTexts(file: string): boolean {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) return false;
  return file.endsWith("/messages.ts") || /\bsw:\s*["`]/.test(readFileSync(file, "utf8"));
}

it("no SMS or e-mail uses a phrase that readers of its language corrected", () => {
  const texts = filesIn("src/server").filter(hasTexts);
  expect(texts.length).toBeGreaterThan(25);
  expect(corrections(texts, [...corrected.en, ...corrected.sw])).toEqual([]);
});
