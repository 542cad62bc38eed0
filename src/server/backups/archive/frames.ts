import { createHash, type Hash } from "node:crypto";
import * as z from "zod/mini";
import { ByteReader } from "./byte-reader.ts";
import { DamagedArchive } from "./damaged-archive.ts";

const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/));
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.gte(0));
const whole = z.string().check(z.regex(/^-?\d{1,19}$/));

const migration = z.strictObject({ version: count, name: z.string(), checksum: digest });

/** The first frame: what made the backup, and the migrations of its database. */
const header = z.strictObject({
  format: z.literal(1),
  madeAt: z.string(),
  program: z.string(),
  server: z.string(),
  migrations: z.array(migration).check(z.minLength(1)),
});

const table = z.strictObject({ name, columns: z.array(name) });
const tableEnd = z.strictObject({ rows: count, digest });

const sequences = z.array(z.strictObject({ name, last: whole, isCalled: z.boolean() }));

/** The totals of the ledger in the same snapshot, in cents as text. */
const totals = z.strictObject({ entries: whole, lines: whole, debits: whole, balances: whole });

const tableFacts = z.strictObject({ name, rows: count, digest });

/** The last frame: everything that is in the backup. */
const manifest = z.strictObject({ tables: z.array(tableFacts), totals, before: digest });

export type Header = z.infer<typeof header>;
export type Migration = z.infer<typeof migration>;
export type TableFacts = z.infer<typeof tableFacts>;
export type Sequences = z.infer<typeof sequences>;
export type Totals = z.infer<typeof totals>;
export type Manifest = z.infer<typeof manifest>;

const shapes = { header, table, tableEnd, sequences, manifest };
const codes = { header: 72, table: 84, data: 68, tableEnd: 69, sequences: 83, manifest: 77 };

type Shapes = typeof shapes;
type Kind = keyof Shapes;

/** One frame of an archive: a described part, or rows of the current table. */
export type Frame =
  | { readonly kind: "data"; readonly bytes: Buffer }
  | { [K in Kind]: { readonly kind: K; readonly value: z.infer<Shapes[K]> } }[Kind];

const LARGEST = 4 * 1024 * 1024;

/** Writes frames and keeps the digest of all that it wrote, which the manifest holds. */
export class FrameWriter {
  readonly #all: Hash = createHash("sha256");

  /** The digest of every frame so far. */
  get digest(): string {
    return this.#all.copy().digest("hex");
  }

  frame(frame: Frame): Buffer {
    const body = frame.kind === "data" ? frame.bytes : Buffer.from(JSON.stringify(frame.value));
    const head = Buffer.alloc(5);
    head[0] = codes[frame.kind];
    head.writeUInt32BE(body.length, 1);
    const whole = Buffer.concat([head, body]);
    this.#all.update(whole);
    return whole;
  }
}

/** Reads frames up to the manifest, checks its digest and that nothing follows it. */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const reader = new ByteReader(bytes);
  const all = createHash("sha256");
  for (;;) {
    const head = await reader.take(5);
    const length = head.readUInt32BE(1);
    if (length > LARGEST) throw new DamagedArchive("a part of it is too large");
    const body = await reader.take(length);
    const frame = parseFrame(head[0] ?? 0, body);
    if (frame.kind === "manifest" && frame.value.before !== all.digest("hex")) {
      throw new DamagedArchive("its contents are not those of its manifest");
    }
    yield frame;
    if (frame.kind === "manifest") break;
    all.update(head).update(body);
  }
  if (!(await reader.isAtEnd())) throw new DamagedArchive("something follows its manifest");
}

function parseFrame(code: number, bytes: Buffer): Frame {
  if (code === codes.data) return { kind: "data", bytes };
  const kind = (Object.keys(shapes) as Kind[]).find((each) => codes[each] === code);
  if (kind === undefined) throw new DamagedArchive("it holds a part that this program cannot read");
  try {
    const value = shapes[kind].parse(JSON.parse(bytes.toString("utf8")));
    return { kind, value } as Frame;
  } catch (error) {
    if (kind === "header") throw new DamagedArchive("its format is not known to this program");
    throw new DamagedArchive(`its ${kind} is not readable (${(error as Error).name})`);
  }
}
