import * as z from "zod/mini";
import type {
  PersonalColumn,
  PersonalSectionName,
} from "#shared/messages/privacy/personal-data-en.ts";
import type { PersonalCodeKind } from "#shared/messages/privacy/personal-codes.ts";
import type { RecordCell, RecordKind } from "#server/kernel/documents/record-document.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/** One section of a member's personal data: where it is stored, and how it is read. */
export interface PersonalSection {
  readonly name: PersonalSectionName;
  /** The tables whose rows of a member it returns. */
  readonly tables: readonly string[];
  /** A column of codes names their kind: people read their words, programs the codes. */
  readonly columns: Readonly<Partial<Record<PersonalColumn, RecordKind | PersonalCodeKind>>>;
  /** Returns the rows of the member whose id is $1, with the columns named above. */
  readonly text: string;
}

const cellOf = {
  text: z.pipe(
    z.nullable(z.string()),
    z.transform((given) => given ?? ""),
  ),
  date: z.nullable(z.string()),
  moment: z.pipe(
    z.nullable(z.date()),
    z.transform((given) => given?.toISOString() ?? null),
  ),
  money: z.nullable(bigCents),
  number: z.nullable(z.pipe(z.union([z.bigint(), z.int()]), z.transform(Number))),
  flag: z.nullable(z.boolean()),
} as const satisfies Record<RecordKind, z.ZodMiniType<RecordCell>>;

interface ReadColumn {
  readonly key: PersonalColumn;
  readonly kind: RecordKind;
  /** The kind of code in its cells. */
  readonly code?: PersonalCodeKind;
}

/** The contents of a section for one member. */
export interface ReadSection {
  readonly name: PersonalSectionName;
  readonly columns: readonly ReadColumn[];
  readonly rows: readonly (readonly RecordCell[])[];
}

/** Reads all rows of a section; one member has thousands at most. */
export async function readSection(
  snapshot: Snapshot,
  { name, columns: declared, text }: PersonalSection,
  memberId: bigint,
): Promise<ReadSection> {
  const columns = Object.entries(declared).map(([key, kind]) => {
    return { key: key as PersonalColumn, ...readAs(kind) };
  });
  const shape = Object.fromEntries(columns.map(({ key, kind }) => [key, cellOf[kind]]));
  const row = z.object(shape) as z.ZodMiniType<Record<string, RecordCell>>;
  const found = await snapshot.rows({ text, row }, [memberId]);
  return { name, columns, rows: found.map((of) => columns.map(({ key }) => of[key] ?? null)) };
}

/** Codes are read as text, except shares, which are numbers in the file for programs. */
function readAs(kind: RecordKind | PersonalCodeKind): Omit<ReadColumn, "key"> {
  if (isRecordKind(kind)) return { kind };
  return { kind: kind === "percent" ? "number" : "text", code: kind };
}

function isRecordKind(kind: RecordKind | PersonalCodeKind): kind is RecordKind {
  return kind in cellOf;
}
