import type { Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import type { StatementColumn } from "#shared/statement-columns.ts";
import type { Column } from "#server/kernel/documents/statement-document.ts";

/** The columns of a statement as its documents draw them. */
export function documentColumns(
  language: Language,
  columns: readonly StatementColumn[],
): readonly Column[] {
  const { heads } = documentWords(language);
  return columns.map(({ head, kind, grows }) => ({
    head: heads[head],
    kind: kind === "month" ? "text" : kind,
    ...(grows && { grows }),
  }));
}

/** The place of the column whose total the books confirm. */
export function confirmedColumn(columns: readonly StatementColumn[]): number {
  return columns.findIndex(({ total }) => total === "confirmed");
}
