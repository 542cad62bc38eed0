import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The storage of a folder: memory, a container's layer, or named disks and servers. */
export type Storage =
  | { readonly kind: "memory" }
  | { readonly kind: "container" }
  | { readonly kind: "kept"; readonly on: readonly string[] };

/** The files in which the operating system lists its mounts and disks. */
export interface SystemFolders {
  readonly mounts: string;
  readonly blocks: string;
}

const linux: SystemFolders = { mounts: "/proc/self/mountinfo", blocks: "/sys/dev/block" };

const inMemory = new Set(["tmpfs", "ramfs", "devtmpfs"]);

/**
 * Returns the storage of a folder, even of one that does not exist yet. Its device number is not
 * enough: two partitions or volumes of one disk have different numbers, and so has memory.
 */
export function storageOf(folder: string, system = linux): Storage {
  const existing = existingPart(folder);
  const mount = readMounts(system.mounts)
    .filter(({ point }) => isWithin(existing, point))
    // If two mounts are at the same place, the later one is visible.
    .reduce<Mount | null>((best, one) => (longer(one, best) ? one : best), null);
  if (mount === null) return { kind: "kept", on: [`device ${statSync(existing).dev}`] };
  if (inMemory.has(mount.type)) return { kind: "memory" };
  if (mount.type === "overlay") return { kind: "container" };
  return keptBy(mount, system);
}

interface Mount {
  readonly point: string;
  readonly type: string;
  readonly source: string;
  /** The device as "major:minor". */
  readonly device: string;
}

/** The nearest folder that exists, without symbolic links. */
function existingPart(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? existingPart(dirname(folder)) : realpathSync(folder);
}

/** Returns the mounts of this process; none where the system does not list them. */
function readMounts(file: string): Mount[] {
  const text = readable(() => readFileSync(file, "utf8")) ?? "";
  return text.split("\n").flatMap((line) => {
    const [place = "", kind = ""] = line.split(" - ");
    const [, , device, , point] = place.split(" ");
    const [type, source] = kind.split(" ");
    if (!device || !point || !type || source === undefined) return [];
    return [{ device, point: unescaped(point), type, source: unescaped(source) }];
  });
}

/** Spaces and the like are octal in the list of mounts. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}

function isWithin(folder: string, point: string): boolean {
  return point === "/" || folder === point || folder.startsWith(`${point}/`);
}

function longer(one: Mount, best: Mount | null): boolean {
  return best === null || one.point.length >= best.point.length;
}

function keptBy({ type, source, device }: Mount, system: SystemFolders): Storage {
  if (!device.startsWith("0:")) return disksOf(device, system);
  // These have their own device number and name the device below them.
  if (type === "btrfs") {
    const disk = readable(() => numbersOf(statSync(source).rdev));
    if (disk !== null) return disksOf(disk, system);
  }
  if (type === "zfs") return { kind: "kept", on: [`pool ${source.split("/")[0]}`] };
  const server = type.startsWith("nfs")
    ? /^(?<host>.+):\//.exec(source)?.groups?.["host"]
    : /^\/\/(?<host>[^/]+)/.exec(source)?.groups?.["host"];
  if (server) return { kind: "kept", on: [`server ${server}`] };
  return { kind: "kept", on: [`${type} ${source} (${device})`] };
}

/** A device number of Linux in its two parts. */
function numbersOf(device: number): string {
  const major = Math.floor(device / 256) % 4096;
  const minor = (device % 256) + Math.floor(device / 2 ** 20) * 256;
  return `${major}:${minor}`;
}

/**
 * The disks below a block device: the disk of a partition, the disks of a volume or an encrypted
 * device, or the storage of a mounted file.
 */
function disksOf(device: string, system: SystemFolders): Storage {
  const at = readable(() => realpathSync(join(system.blocks, device)));
  if (at === null) return { kind: "kept", on: [`device ${device}`] };
  const file = readable(() => readFileSync(join(at, "loop/backing_file"), "utf8").trim());
  if (file !== null && readable(() => statSync(file)) !== null) return storageOf(file, system);
  const disk = readable(() => statSync(join(at, "partition"))) === null ? at : dirname(at);
  const parts = isMirrored(disk) ? [] : (readable(() => readdirSync(join(disk, "slaves"))) ?? []);
  if (parts.length === 0) return { kind: "kept", on: [basename(disk)] };
  const below = parts.map((part) => disksOf(numbersIn(join(disk, "slaves", part)), system));
  return (
    below.find(({ kind }) => kind !== "kept") ?? {
      kind: "kept",
      on: [...new Set(below.flatMap((one) => (one.kind === "kept" ? one.on : [])))],
    }
  );
}

/** Whether an array of disks survives one of them, so that it counts as a disk itself. */
function isMirrored(disk: string): boolean {
  const level = readable(() => readFileSync(join(disk, "md/level"), "utf8").trim());
  return level !== null && !["raid0", "linear"].includes(level);
}

function numbersIn(disk: string): string {
  return readFileSync(join(disk, "dev"), "utf8").trim();
}

/** Returns the content, or null if the system does not have it. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
