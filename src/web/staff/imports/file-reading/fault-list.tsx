import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { Card } from "#web/ui/card.tsx";
import css from "./file-reading.module.css";

/** The problems of a file, as the server sent them: where, and what. */
export type Faults = readonly (readonly [where: string, says: string])[];

/** Returns the problems of single rows in an answer. */
export function faultsIn(error: unknown): Faults {
  if (!(error instanceof ProblemAnswer)) return [];
  return Object.entries(error.details.fields).filter(([where]) => where.startsWith("row:"));
}

/** Lists the problems of a file by row and column; nothing if there are none. */
export function FaultList({ faults }: { readonly faults: Faults }): ReactElement | null {
  const words = useMessages(fileReadingMessages);
  if (faults.length === 0) return null;
  return (
    <Card title={words.faults}>
      <ul className={css["faults"]}>
        {faults.map(([where, says]) => {
          const [, row = "0", column = ""] = where.split(":");
          const place = row === "0" ? words.faultFile : fill(words.faultRow, { row });
          return (
            <li key={where}>
              <b>{column === "" ? place : `${place}, ${column}`}</b>
              {says}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
