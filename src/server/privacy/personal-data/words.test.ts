import { beforeAll, describe, expect, it } from "vitest";
import { type Language, languages } from "#shared/language.ts";
import { messageNames } from "#shared/messages/messaging/message-names-sw.ts";
import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { personalCodeMessages } from "#shared/messages/privacy/personal-codes-sw.ts";
import {
  type PersonalCodeKind,
  wordOfPersonalCode,
} from "#shared/messages/privacy/personal-codes.ts";
import { chartOfAccounts } from "#server/ledger/journal/chart-of-accounts.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { writtenRecordCell } from "#server/kernel/documents/record-pdf.ts";
import { useTestSociety } from "#test/test-society.ts";
import { everySection } from "./everything.ts";
import { readSection } from "./section.ts";

const society = useTestSociety();

beforeAll(async () => {
  await seedDemo(society.database, {
    hash: async () => "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    createLogin,
    secret: "s",
  });
});

interface CodedColumn {
  /** "section.column" of the record. */
  readonly place: string;
  readonly kind: PersonalCodeKind | "text" | undefined;
  readonly codes: readonly string[];
}

/** Every column of the record that the database limits to a list of codes. */
async function codedColumns(): Promise<CodedColumn[]> {
  const found: CodedColumn[] = [];
  for (const { name, text, columns } of everySection) {
    const { fields } = await society.owner.query(text, [0]);
    for (const { name: column, tableID, columnID } of fields) {
      const { rows } = await society.owner.query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint
          where contype = 'c' and conrelid = $1 and conkey = array[$2::int2]`,
        [tableID, columnID],
      );
      const codes = rows
        .filter(({ definition }) => /^CHECK \(\(\w+ = ANY \(ARRAY\[/.test(definition))
        .flatMap(({ definition }) => [...definition.matchAll(/'([^']+)'::text/g)])
        .map(([, code = ""]) => code);
      const kind = (columns as Readonly<Record<string, CodedColumn["kind"]>>)[column];
      if (codes.length > 0) found.push({ place: `${name}.${column}`, kind, codes });
    }
  }
  return found;
}

const wordless = (kind: PersonalCodeKind, codes: readonly string[], language: Language) =>
  codes.filter((code) => {
    const word = wordOfPersonalCode(kind, code, language);
    return word === "" || word === personalCodeMessages[language].other;
  });

describe("a member reads words and no codes in the record of their personal data", () => {
  it.each(languages)("in %s, for every code that the database allows", async (language) => {
    const columns = await codedColumns();
    expect(columns.length).toBeGreaterThan(30);
    for (const { place, kind, codes } of columns) {
      expect(kind, `${place} is a code: name its kind`).not.toBe("text");
      expect(wordless(kind as PersonalCodeKind, codes, language), place).toEqual([]);
    }
  });

  it.each(languages)("in %s, for every account, message and two-person step", (language) => {
    const accounts = Object.keys(chartOfAccounts);
    expect(wordless("account", accounts, language)).toEqual([]);
    expect(wordless("messageName", Object.keys(messageNames[language]), language)).toEqual([]);
    const kinds = Object.keys(approvalsMessages[language].kinds);
    expect(wordless("approvalKind", kinds, language)).toEqual([]);
  });

  it.each(languages)("in %s, for every member of the demo", async (language) => {
    const raw = await society.database.snapshot(async (snapshot) => {
      const found = new Set<string>();
      const { rows: members } = await society.owner.query<{ id: string }>("select id from member");
      for (const { id } of members) {
        for (const section of everySection) {
          const { name, columns, rows } = await readSection(snapshot, section, BigInt(id));
          for (const row of rows) {
            for (const [at, column] of columns.entries()) {
              const written = writtenRecordCell(language, column, row[at] ?? null);
              const isRaw =
                looksLikeCode.test(written) || written === personalCodeMessages[language].other;
              if (isRaw) found.add(`${name}.${column.key}: ${written} (${String(row[at])})`);
            }
          }
        }
      }
      return [...found];
    });
    expect(raw).toEqual([]);
  });

  it("has standard narrations and products in Kiswahili, as the statements do", () => {
    const kinds = new Map<string, string | undefined>(
      everySection.flatMap(({ name, columns }) =>
        Object.entries(columns).map(([column, kind]) => [`${name}.${column}`, kind]),
      ),
    );
    const said = (place: string, stored: string) =>
      wordOfPersonalCode(kinds.get(place) as PersonalCodeKind, stored, "sw");
    expect(said("entries.narration", "Check-off, October 2021")).toBe("Makato, Oktoba 2021");
    expect(said("entries.narration", "Cash of Juma")).toBe("Cash of Juma");
    expect(said("loans.purpose", "Instant, Instant loan")).toBe("Wa papo, Mkopo wa papo");
    expect(said("loans.purpose", "Instant, Rent")).toBe("Wa papo, Rent");
  });

  it("says so for a code of an earlier release, never the code", () => {
    expect(wordOfPersonalCode("loanState", "of-old", "en")).toBe("Of another kind");
    expect(wordOfPersonalCode("memberState", "of-old", "sw")).toBe("Ya aina nyingine");
    expect(wordOfPersonalCode("auditAction", "of-old", "en")).toBe("Of another kind");
    expect(wordOfPersonalCode("subject", "of-old:INS-1", "en")).toBe("Of another kind INS-1");
    expect(wordOfPersonalCode("subject", "call:privacy.copy", "en")).toBe("A page of the portal");
  });

  it("writes the details of a step of two people with labels, amounts and days", () => {
    const payload = JSON.stringify({
      loanNo: "INS-1",
      amount: "500050",
      way: "mpesa",
      date: "2026-04-07",
      row: "17",
    });
    expect(wordOfPersonalCode("approvalDetail", payload, "en")).toBe(
      "Loan No: INS-1, Amount: 5,000.50, Payment method: M-Pesa, Value date: 7 Apr 2026",
    );
    expect(wordOfPersonalCode("approvalDetail", '{"role": "teller"}', "sw")).not.toContain(
      "teller",
    );
  });
});

/** Two or more lower-case words joined as in a code, or a person or program as stored. */
const looksLikeCode = /^[a-z]+([-_:][a-z]+)+$|[a-z]_[a-z]|^(staff|member|loan|login):|^[{[]/;
