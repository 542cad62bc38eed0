import { useRef, useState } from "react";
import type { ChosenReading, FileReading } from "#shared/contract/kernel/file-reading.ts";
import { NONE } from "./column-choice.tsx";
import type { SeenTable } from "./reading-panel.tsx";

/** A previewed file with the proposed place of each of our columns. */
export interface SeenFile<Column extends string> extends SeenTable {
  readonly reading: FileReading;
  readonly columns: readonly {
    readonly name: Column;
    readonly needed: boolean;
    readonly place: number;
  }[];
}

type Query = Omit<ChosenReading, "headerRow"> & { readonly headerRow: string | undefined };

/** Asks the server how it would read a file. */
export type LookAt<Seen> = (file: File, query: Query) => Promise<Seen>;

type Places<Column extends string> = Readonly<Partial<Record<Column, string>>>;

/** A chosen file as the server would read it, and the mapping of its columns. */
export interface FilePreviewState<Column extends string, Seen extends SeenFile<Column>> {
  readonly seen: Seen | null;
  readonly places: Places<Column>;
  /** The required columns that are not chosen. */
  readonly missing: readonly Column[];
  readonly begin: (file: File | null, chosen?: ChosenReading) => Promise<void>;
  readonly choose: (column: Column, place: string) => void;
  /** The mapping to send with the file; null while a column is still to be chosen. */
  readonly settle: () => Promise<Record<string, string> | null>;
}

/** Previews each file when it is chosen, and again when its reading options change. */
export function useFilePreview<Column extends string, Seen extends SeenFile<Column>>(
  look: LookAt<Seen>,
  onFault: (error: unknown) => void,
): FilePreviewState<Column, Seen> {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [chosen, setChosen] = useState<Places<Column>>(noPlaces<Column>());
  const [missing, setMissing] = useState<readonly Column[]>([]);
  const looking = useRef<Promise<Seen | null>>(Promise.resolve(null));
  const begin = async (file: File | null, reading: ChosenReading = {}): Promise<void> => {
    setMissing([]);
    setChosen(noPlaces<Column>());
    const { headerRow, ...rest } = reading;
    const query = { ...rest, headerRow: headerRow === undefined ? undefined : String(headerRow) };
    const asked = file === null ? Promise.resolve(null) : look(file, query);
    looking.current = asked.catch(() => null);
    if (file === null) setSeen(null);
    const found = await asked;
    setSeen(found);
  };
  return {
    seen,
    places: { ...proposedPlaces(seen), ...chosen },
    missing,
    begin: async (file, reading) => {
      try {
        await begin(file, reading);
      } catch (error) {
        if (reading !== undefined) throw error;
        setSeen(null);
        onFault(error);
      }
    },
    choose(column, place) {
      setMissing((before) => before.filter((one) => one !== column));
      setChosen((before) => ({ ...before, [column]: place }));
    },
    async settle() {
      const found = await looking.current;
      if (found === null) return {};
      const places = { ...proposedPlaces<Column>(found), ...chosen };
      const without = found.columns.filter(({ name, needed }) => needed && places[name] === NONE);
      setMissing(without.map(({ name }) => name));
      return without.length > 0 ? null : sentWith(found, places);
    },
  };
}

const noPlaces = <Column extends string>() => Object.fromEntries([]) as Places<Column>;

function proposedPlaces<Column extends string>(seen: SeenFile<Column> | null): Places<Column> {
  const columns = (seen?.columns ?? []).map(({ name, place }) => [name, String(place)]);
  return Object.fromEntries(columns) as Places<Column>;
}

/** Every option shown, so that the file is read as it was previewed. */
function sentWith<Column extends string>(
  { reading }: SeenFile<Column>,
  places: Places<Column>,
): Record<string, string> {
  const chosen = Object.entries(places).filter(([, place]) => place !== NONE);
  const { format, separator, encoding, sheet, headerRow } = reading;
  return {
    columns: chosen.map(([name, place]) => `${name}:${String(place)}`).join(","),
    headerRow: String(headerRow),
    ...(format === "xlsx" ? { sheet } : { separator, encoding }),
  };
}
