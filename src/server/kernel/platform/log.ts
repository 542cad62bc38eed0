import { writeSync } from "node:fs";
import pino from "pino";

/** The fields that may be logged: nothing that names a person or gives access. */
export interface LogFields {
  readonly requestId?: string;
  /** The W3C trace context that came with a request. */
  readonly traceparent?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly actor?: "anyone" | "member" | "staff";
  readonly reason?: string;
  readonly count?: number;
  readonly job?: string;
  /** The name of a statement, or its command and table. */
  readonly statement?: string;
  readonly version?: string;
  /** The number of the newest migration of the database. */
  readonly schema?: number;
  readonly migration?: string;
}

/** The one log, by allow-list: a field that is not in LogFields does not compile. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** A condition that needs action, although the program itself works. */
  error(message: string, fields?: LogFields): void;
  /** A defect, with its stack; the error's own text must hold no personal data. */
  defect(message: string, error: unknown, fields?: LogFields): void;
}

const GATHER_BYTES = 4096;
const GATHER_MS = 200;

/**
 * Logs JSON lines to standard output. Lines are buffered for a moment, since writing each one costs
 * a tenth of a read; warnings and errors are written at once, after all earlier lines. If nothing
 * reads the log any more, the program keeps running, and stops normally, without it.
 */
export function createLog(level: string): Log {
  const output = openOutput();
  const timestamp = pino.stdTimeFunctions.isoTime;
  const logger = pino({ level, base: null, timestamp }, output);
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => {
      logger.warn(fields, message);
      output.flush();
    },
    error: (message, fields = {}) => {
      logger.error(fields, message);
      output.flush();
    },
    defect: (message, error, fields = {}) => {
      logger.error({ ...fields, stack: stackWithoutValues(error) }, message);
      output.flush();
    },
  };
}

/** The buffered output. The rest of it is written when the program ends, if somebody reads it. */
function openOutput() {
  const output = pino.destination({ minLength: GATHER_BYTES, periodicFlush: GATHER_MS });
  const { write, flushSync } = output;
  let buffered = 0;
  output.on("write", (bytes: number) => (buffered -= bytes));
  // It would try forever to write to a pipe or a terminal that is gone.
  output.on("error", () => (output.flushSync = () => {}));
  return Object.assign(output, {
    write(line: string) {
      buffered += Buffer.byteLength(line);
      return write.call(output, line);
    },
    flushSync() {
      if (buffered > 0 && isRead()) flushSync.call(output);
    },
  });
}

const STANDARD_OUTPUT = 1;

/**
 * Whether somebody reads standard output, which only an attempt to write shows. An additional space
 * before a line's JSON does no harm.
 */
function isRead(): boolean {
  try {
    writeSync(STANDARD_OUTPUT, " ");
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EAGAIN";
  }
}

/** Driver errors quote the offending values in their message; the stack frames do not. */
function stackWithoutValues(error: unknown): string {
  if (!(error instanceof Error)) return "not an Error";
  const code = (error as { code?: unknown }).code;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const heading = typeof code === "string" ? `${error.name} ${code}` : describe(error);
  return [heading, ...frames].join("\n");
}

function describe(error: Error): string {
  return `${error.name}: ${error.message.slice(0, 200)}`;
}
