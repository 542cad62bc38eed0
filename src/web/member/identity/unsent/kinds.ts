import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { Unsent } from "#web/lib/unsent.ts";

/** The figures of today, in the order in which the member saw them, and the body for them. */
export interface FiguresNow {
  readonly values: readonly string[];
  readonly body: unknown;
}

interface Kind {
  readonly endpoint: Endpoint;
  /** Asks for the figures on which the member decided; null where only the server can judge. */
  readonly look?: (one: Unsent) => Promise<FiguresNow | null>;
}

/** The calls that send what waits, by the kind it was kept with. */
export type Kinds = Readonly<Record<string, Kind>>;
