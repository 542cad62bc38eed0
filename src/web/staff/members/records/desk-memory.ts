import { whenLeaving } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

/** A record that was opened, as the list of recent ones shows it. */
export interface OpenedRecord {
  readonly memberNo: string;
  readonly name: string;
}

const KEPT = 5;

/** What the desk remembers of a stay: in memory alone, and not beyond it. */
const opened = createStore<readonly OpenedRecord[]>([]);
const typedLast = createStore("");

whenLeaving(() => {
  opened.set([]);
  typedLast.set("");
});

export const useOpenedRecords = opened.use;

/** Puts a record before the others that were opened. */
export function rememberOpened(record: OpenedRecord): void {
  const others = opened.get().filter(({ memberNo }) => memberNo !== record.memberNo);
  opened.set([record, ...others].slice(0, KEPT));
}

/** What was typed before a record was opened, so that Back leads to the same hits. */
export const typedBefore = { get: typedLast.get, keep: typedLast.set };
