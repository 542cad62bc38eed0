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
    /lent nothing/i,
    /UpdateDetails|Update Loan Data/,
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
    // A browser asks for dates in its own form.
    /year-month-day/,
    /may borrow against|that falls due or|just been renewed|Load it again/,
    /Applications of yours|has arrived already|"What was (left|agreed)"/,
    /Free of your deposits|told that you declined|Nobody is asking|guarantee nobody/,
    /Totals are of|"The clock"|come to a conclusion|told of it|asked for nothing yet/,
    /need not stay|counts three days|What stands on|Take in the file/,
    /"Set aside"|"Give back"|leave with the next file|"Elsewhere"/,
    /costs (Ksh )?[\d,.]+ less|Check-off of \d|by \d{4}-\d\d-\d\d/,
    /is late since|where it was to go|we have concluded|taken back|you wish to leave/i,
    /\bback (on|onto) (your|the|its|the member's) (withdrawable )?account|goes back onto/,
    /"Order it"|has ordered|members order(ed)?\b|"What you moved"|account has less/,
    /neither its member|(some|any)body else than|role does not decide/,
    /payment of yours|taken off your account|Ksh \{amount\} of \{day\}|Look again/,
    /address by a code|Give it under|says the new figures|account is fine/,
    /[Nn]othing (prevents it|is in the way)|end not known|after a new password/,
    /goes on as before|it would bring|not a promise|[Gg]rey buttons work/,
    /We start again|show who you are|kept is right|need not keep|form that no one/,
    /ended from elsewhere|and those before it|(code|password) is not right/,
    /told of this month|(member|employer|office) (is|was) told|not been told/,
    /Cash of members|is yours when|cash by the books|leaves once|before the day of the line/,
    /as it was not paid|together with its correction|paid otherwise/,
    // A person types a date; an email, and the code that a button sends, have one name.
    /\b(later|earlier) day\b|not a day\b|still to come\."|\be-mail|"Send the code"/i,
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
    /\b([Rr]ejea|[Kk]umb)\b/,
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
    /mwaka-mwezi-tarehe/,
    /\bsaa \d{1,2}\.\d\d\b/,
    /umesimamishwa na|\bhukutumia kwenye nambari/i,
    // "Faili" is of class 5/6: "faili la", "mafaili ya".
    /\bfaili (\{id\} )?(ya|hii|hiyo|ile|ijayo|nyingine|yake|yako|yenyewe|ambayo|kama hiyo)\b/i,
    /\bfaili (\{id\} )?(za|hizi|zote|hai|hazi|i(li|me|ta|na|ki)|z(ili|ime|inaz))/i,
  ],
};

/** Texts before their correction, at least one for each row, in quotes where that was all of it. */
const before: Readonly<Record<"en" | "sw", readonly string[]>> = {
  en: [
    "Yours, never withdrawn",
    "What you may borrow against",
    "What needs you",
    "Nothing needs you now",
    "An instalment that falls due or a question to answer shows here.",
    "Otp Sent Successful.",
    "the mobile number the Sacco holds for you",
    "after some quiet minutes we log you out",
    "go on where you were",
    "the portal has just been renewed",
    "Load it again",
    "When somebody of the office opens your record, their name and the time stand here.",
    "Applications of yours that wait: 0 of at most 1.",
    "Nothing to reckon yet",
    "The last month takes what rounding leaves.",
    "Ksh 5,001 costs Ksh 274.95 less than Ksh 4,000",
    "Your free deposits do not carry 21,749.00",
    "If it has arrived already, Retry does not send it a second time.",
    "Apply anew",
    "moved on meanwhile",
    '"What was left"',
    '"What was agreed"',
    "Free of your deposits now",
    "What your guarantees rest on",
    "{name} is told that you declined, and not why.",
    "Nobody is asking you",
    "You guarantee nobody",
    "left to place",
    "Place the remaining",
    "Which one shall hold?",
    "holds now, says",
    "change the amount so that none are broken after tax",
    "the cents go another way",
    "Nothing here holds",
    "Totals are of them all",
    "Nothing moved in this period",
    "Hold the paper against it",
    '"The clock"',
    "We come to a conclusion",
    "You are told of it",
    "Will that do?",
    "Why it will not do",
    "You have asked for nothing yet",
    "the notice that holds now",
    "have erased what need not stay",
    "A new number counts three days after a second person approved it.",
    "is late since",
    "has gone where it was to go",
    "we have concluded on your message",
    "was a mistake and is taken back",
    "we wrote down that you wish to leave",
    "The trial balance comes to nought",
    "Both sides come to the same",
    "What stands on each account once this is in",
    "Take in and match",
    "Take in the file",
    '"Set aside"',
    '"Give back"',
    "Reckon and preview",
    "Remind the silent",
    "Number not confirmed: cannot be paid by phone until",
    "They leave with the next file, or by themselves",
    "Take into a file",
    "Bring results",
    '"Elsewhere"',
    "It is not so",
    "Write down the wish to leave",
    "Lent nothing",
    "UpdateDetails",
    "Update Loan Data",
    "Mem Name",
    "1 of members' messages are past their day",
    "Check-off of 2026-11 to deposits",
    "by 2026-11-22 17:58",
    "1 things wrong",
    "costs Ksh {saved} less",
    "The list is a blacklist",
    '"Redirected"',
    "Check-off of {month}",
    '"Undo"',
    '"Return"',
    'placed: "Placed"',
    "fits nobody",
    'Open from 08.00"',
    "Write it as year-month-day",
    "The money is back on your account.",
    "goes back onto the loan as an overpayment",
    '"Order it"',
    "If the account has less, we skip the month",
    "who is neither its member nor entered it",
    "somebody else than the person who marked it",
    "We have no payment of yours like that.",
    "was taken off your account",
    "First confirm this address by a code.",
    "Your account is fine.",
    "Nothing prevents it: you can leave today.",
    "Nothing is in the way now.",
    "Your employer goes on as before.",
    "It is not a promise.",
    "Your words may still show who you are.",
    "Erase what the Sacco need not keep",
    "Your session was ended from elsewhere.",
    "That code is not right or has expired.",
    "Your employer has been told of this month.",
    "and the member is told.",
    "The float is yours when the keeper of the safe agrees to it.",
    "Put a withdrawal back that was sent, as it was not paid",
    "Use today or a later day.",
    "We have no e-mail address for you.",
  ],
  sw: [
    "Acha lile jipya",
    "umesimamishwa na umeondolewa",
    "kisha hukutumia kwenye nambari",
    '"Umetolewa"',
    '"Umelipwa wote"',
    '"Ulitumwa"',
    '"Unalipwa"',
    "Yanayokuhitaji",
    "Ulinyamaza",
    "dakika za ukimya",
    "Muda wako umekwisha",
    "Hakuna chako kinachobaki",
    "lipi lishike",
    "linaloshika",
    "hadi dirisha lifungwe",
    "Simu hulipwa shilingi kamili",
    "kwa uzito wa miezi",
    "Linakuja",
    "Halikupatikana",
    "mandhari meupe",
    "Zilizodhaminiwa",
    "Amana za Kutolewa",
    "nywila",
    "mkopo wa haraka",
    "namba",
    "msimbo wa uthibitisho",
    "Rejea",
    "Mtaji wa hisa",
    "haikufika",
    "Gawio lote",
    "taarifa hizo",
    "kupakika",
    "Salio kwa muda",
    "M-Pesa hulipa",
    '"Weka kwenye faili"',
    '"Iliyolipwa leo"',
    "mwaka-mwezi-tarehe",
    "saa 8.00",
    "faili ya benki",
    "faili zote",
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
  it.each(before[language])(`a corrected phrase in ${language} is recognised: %s`, (phrase) => {
    expect(corrected[language].some((one) => one.test(phrase))).toBe(true);
  });

  it.each(corrected[language])(`knows a phrase that it corrects in ${language}: %s`, (row) => {
    expect(before[language].filter((phrase) => row.test(phrase))).not.toEqual([]);
  });

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
