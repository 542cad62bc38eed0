import { whenLeaving } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

/** An opened record, as the list of recent ones shows it. */
export interface OpenedRecord {
  readonly memberNo: string;
  readonly name: string;
}

const KEPT = 5;

/** The state that the desk keeps until log-out, in memory only. */
const opened = createStore<readonly OpenedRecord[]>([]);
const typedLast = createStore("");

whenLeaving(() => {
  opened.set([]);
  typedLast.set("");
});

export const useOpenedRecords = opened.use;

/** Moves a record to the top of the recent ones. */
export function rememberOpened(record: OpenedRecord): void {
  const others = opened.get().filter(({ memberNo }) => memberNo !== record.memberNo);
  opened.set([record, ...others].slice(0, KEPT));
}

/** The search text from before a record was opened, so that Back leads to the same hits. */
export const typedBefore = { get: typedLast.get, keep: typedLast.set };
