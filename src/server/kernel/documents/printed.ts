import type { PrintedDocument } from "#shared/contract/statements/printed-document.ts";
import { fill } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { formatMoney } from "#shared/money.ts";
import { recordOf } from "./issued-record.ts";
import { qrCode } from "./qr.ts";
import type { StatementDocument, Verification } from "./statement-document.ts";

/**
 * Writes a coded document as JSON for the page that prints it. It holds the record that is sealed
 * under the code, so the paper shows what the public check shows.
 */
export function drawPrinted(document: StatementDocument): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(printedOf(document)));
}

function printedOf(document: StatementDocument): PrintedDocument {
  const { language, letterhead, memberNo, table, further, verification } = document;
  const record = recordOf(document);
  if (verification === null || record === null) throw new Error("only coded documents are printed");
  const { organisationName: name, address, phone, email } = letterhead;
  const words = documentWords(language);
  return {
    language,
    letterhead: { name, address, phone, email },
    memberNo,
    record: JSON.parse(record) as PrintedDocument["record"],
    proof: table.proof ?? "",
    tied: [table, ...(further ? [further.table] : [])].map(({ total }) => total.tied),
    noEntries: words.noEntries,
    verification: verificationOf(words.verification, verification),
    foot: words.foot,
  };
}

function verificationOf(
  words: ReturnType<typeof documentWords>["verification"],
  { rowsKey, page, address, holder, closing }: Verification,
): PrintedDocument["verification"] {
  const { size, bars } = qrCode(address);
  const path = bars.map(([column, row, length]) => `M${column} ${row}h${length}v1h-${length}z`);
  return {
    heading: words.heading,
    keyHeading: words.rowsKey,
    rowsKey,
    how: fill(words.how, { address: page, name: holder, closing: formatMoney(closing) }),
    picture: { alt: fill(words.picture, { address }), size, path: path.join("") },
  };
}
