import type { DocumentFormat } from "#shared/contract/statements/member-statements.ts";
import { cents } from "#shared/money.ts";
import { rowsKey, verificationCode } from "#shared/verification-code.ts";
import { draw } from "#server/kernel/documents/draw.ts";
import type { StatementDocument } from "#server/kernel/documents/statement-document.ts";

const ROUNDS = 5;

/**
 * Prints the time to draw a statement, the median of five, by the clock and by processor time; the
 * clock alone says little while others use the machine. A PDF of 1,000 rows may take 500 ms. The
 * first round, in which the program is still being compiled, is not counted.
 */
export default async function measure(): Promise<void> {
  for (const format of ["pdf", "csv", "xlsx"] as const) {
    for (const rows of [200, 1000, 20_000]) await drawn(format, rows);
  }
}

async function drawn(format: DocumentFormat, rows: number): Promise<void> {
  const clock: number[] = [];
  const processor: number[] = [];
  let size = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const document = statementOf(rows);
    const before = process.cpuUsage();
    const began = performance.now();
    size = (await draw({ document, format })).length;
    const { user, system } = process.cpuUsage(before);
    if (round === 0) continue;
    clock.push(performance.now() - began);
    processor.push((user + system) / 1000);
  }
  const figures = `${middle(clock)} ms, ${middle(processor)} ms of processor`;
  console.log(`${format} of ${rows} rows: ${figures}, ${Math.round(size / 1024)} KiB`);
}

function middle(figures: readonly number[]): string {
  return (figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0).toFixed(0);
}

function statementOf(count: number): StatementDocument {
  return {
    statement: "savings",
    language: "en",
    memberNo: "MS1001",
    issuedAt: Date.UTC(2026, 3, 14),
    letterhead: {
      organisationName: "Uzima Hospital Staff Sacco",
      address: "P.O. Box 00000-00100, Nairobi",
      phone: "0709 000 210",
      email: "help@uzimasacco.example",
      accentHue: 172,
      accentChroma: 0.078,
      logo: null,
    },
    title: "Deposits/Savings Statement",
    notes: ["Up to 14 April 2026. Amounts in Kenya shillings."],
    header: [["Name", "Wanjirũ Njeri Kamaũ"]],
    table: {
      columns: [
        { head: "Input Date", kind: "date" },
        { head: "Narration", kind: "text", grows: true },
        { head: "Ref", kind: "text" },
        { head: "Savings", kind: "money" },
        { head: "Running Amt", kind: "money" },
      ],
      broughtForward: null,
      rows: Array.from({ length: count }, (_, index) => [
        `20${String(10 + (index % 16))}-10-28`,
        `Check-off, week ${index % 52}`,
        `PCO-2510-${index}`,
        cents(50_000n),
        cents(BigInt(index + 1) * 50_000n),
      ]),
      total: { label: "Total Amount", sums: [null, null, null, cents(5n), cents(5n)], tied: 4 },
      proof: null,
    },
    verification: {
      code: verificationCode(new Uint8Array(16)),
      rowsKey: rowsKey(new Uint8Array(16)),
      page: "uzimasacco.example/Verify",
      address: "https://uzimasacco.example/Verify/AAAA-AAAA-AAAA",
      holder: "Wanjirũ N. K****",
      closing: cents(5n),
    },
  };
}
