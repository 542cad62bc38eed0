import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useRef, useState } from "react";
import type * as z from "zod/mini";
import {
  type CheckOffColumn,
  preview as previewEndpoint,
} from "#shared/contract/check-off/reading.ts";
import type { ChosenReading } from "#shared/contract/kernel/file-reading.ts";
import { call } from "#web/lib/api.ts";
import { ColumnChoice, NONE } from "#web/staff/imports/file-reading/column-choice.tsx";
import { ReadingPanel } from "#web/staff/imports/file-reading/reading-panel.tsx";
import css from "./check-off.module.css";

export type Looked = z.output<typeof previewEndpoint.answer>;
type Places = Readonly<Partial<Record<CheckOffColumn, string>>>;

/** A chosen file as the server would read it, and the mapping of its columns. */
export interface FilePreviewState {
  readonly seen: Looked | null;
  readonly places: Places;
  /** The required columns that are not chosen. */
  readonly missing: readonly CheckOffColumn[];
  readonly begin: (file: File | null, chosen?: ChosenReading) => Promise<void>;
  readonly choose: (column: CheckOffColumn, place: string) => void;
  /** The mapping to send with the file; null while a column is still to be chosen. */
  readonly settle: () => Promise<Record<string, string> | null>;
}

/** Previews each file when it is chosen, and again when its reading options change. */
export function useFilePreview(onFault: (error: unknown) => void): FilePreviewState {
  const [seen, setSeen] = useState<Looked | null>(null);
  const [chosen, setChosen] = useState<Places>({});
  const [missing, setMissing] = useState<readonly CheckOffColumn[]>([]);
  const looking = useRef<Promise<Looked | null>>(Promise.resolve(null));
  const begin = async (file: File | null, reading: ChosenReading = {}): Promise<void> => {
    setMissing([]);
    setChosen({});
    const asked = file === null ? Promise.resolve(null) : preview(file, reading);
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
      const places = { ...proposedPlaces(found), ...chosen };
      const without = found.columns.filter(({ name, needed }) => needed && places[name] === NONE);
      setMissing(without.map(({ name }) => name));
      return without.length > 0 ? null : sentWith(found, places);
    },
  };
}

function preview(file: File, { headerRow, ...chosen }: ChosenReading): Promise<Looked> {
  const query = { ...chosen, headerRow: headerRow === undefined ? undefined : String(headerRow) };
  return call(previewEndpoint, { query, file });
}

function proposedPlaces(seen: Looked | null): Places {
  return Object.fromEntries((seen?.columns ?? []).map(({ name, place }) => [name, String(place)]));
}

/** Every option shown, so that the file is read as it was previewed. */
function sentWith({ reading }: Looked, places: Places): Record<string, string> {
  const chosen = Object.entries(places).filter(([, place]) => place !== NONE);
  const { format, separator, encoding, sheet, headerRow } = reading;
  return {
    columns: chosen.map(([name, place]) => `${name}:${place}`).join(","),
    headerRow: String(headerRow),
    ...(format === "xlsx" ? { sheet } : { separator, encoding }),
  };
}

interface ColumnsProps {
  readonly file: File;
  readonly looked: FilePreviewState;
}

/** Shows how the file is read, and lets the user map its columns. */
export function FileColumns({ file, looked }: ColumnsProps): ReactElement | null {
  const { add } = useMessages(checkOffMessages);
  const words = useMessages(fileReadingMessages);
  const { seen, places, missing, begin, choose } = looked;
  if (seen === null) return null;
  return (
    <>
      <ReadingPanel file={seen} onRead={(chosen) => begin(file, chosen)} />
      <p>{seen.isRemembered ? add.remembered : add.proposed}</p>
      <div className={css["two"]}>
        {seen.columns.map(({ name, needed }) => (
          <ColumnChoice
            key={name}
            label={add.columns[name]}
            needed={needed}
            file={seen}
            bind={{
              name,
              value: places[name] ?? NONE,
              error: missing.includes(name) ? words.missing : undefined,
              onValue: (place) => choose(name, place),
            }}
          />
        ))}
      </div>
    </>
  );
}
