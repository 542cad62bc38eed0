import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { storageOf } from "./folder-storage.ts";
import { backupDiskProblem } from "./production-database.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "akiba storage-")));
afterAll(() => rmSync(root, { recursive: true }));

const system = { mounts: join(root, "mountinfo"), blocks: join(root, "sys/dev/block") };

/** Files of the kernel about its block devices, as a real machine has them. */
function device(numbers: string, path: string, files: Readonly<Record<string, string>> = {}) {
  const at = join(root, "sys/devices", path);
  mkdirSync(at, { recursive: true });
  for (const [name, text] of Object.entries({ dev: numbers, ...files })) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), `${text}\n`);
  }
  mkdirSync(system.blocks, { recursive: true });
  symlinkSync(at, join(system.blocks, numbers));
}

/** Says of a volume which devices it is made of. */
function madeOf(path: string, parts: readonly string[]) {
  const slaves = join(root, "sys/devices", path, "slaves");
  mkdirSync(slaves, { recursive: true });
  for (const part of parts) {
    symlinkSync(join(root, "sys/devices", part), join(slaves, part.split("/").at(-1) ?? ""));
  }
}

device("8:0", "sda");
device("8:1", "sda/sda1", { partition: "1" });
device("8:2", "sda/sda2", { partition: "2" });
device("8:16", "sdb");
device("8:17", "sdb/sdb1", { partition: "1" });
device("8:18", "sdb/sdb2", { partition: "2" });
device("253:0", "dm-0");
madeOf("dm-0", ["sda/sda2"]);
device("253:1", "dm-1");
madeOf("dm-1", ["dm-2"]);
device("253:2", "dm-2");
madeOf("dm-2", ["sdb/sdb1"]);
device("9:0", "md0", { "md/level": "raid1" });
madeOf("md0", ["sda/sda1", "sdb/sdb1"]);
device("9:1", "md1", { "md/level": "raid0" });
madeOf("md1", ["sda/sda1", "sdb/sdb1"]);

/** A folder on a mount of the sample; each line is as in a real /proc/self/mountinfo. */
function mounted(name: string, mount: string, place = "/"): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const [numbers, rest] = mount.split(" ", 2);
  const kind = mount.slice((numbers ?? "").length + 1);
  const point = folder.replaceAll(" ", "\\040");
  const line = `36 25 ${numbers} ${place} ${point} rw,relatime shared:1 - ${rest ? kind : ""} rw\n`;
  writeFileSync(system.mounts, line, { flag: "a" });
  return folder;
}

const kept = (...on: string[]) => ({ kind: "kept", on });
mounted(".", "8:1 ext4 /dev/sda1");

describe("what keeps a folder", () => {
  it.each([
    ["a partition", "8:2 ext4 /dev/sda2", kept("sda")],
    ["a whole disk", "8:16 xfs /dev/sdb", kept("sdb")],
    ["a logical volume", "253:0 ext4 /dev/mapper/vg-data", kept("sda")],
    ["an encrypted volume", "253:1 ext4 /dev/mapper/vg-crypt", kept("sdb")],
    ["mirrored disks", "9:0 ext4 /dev/md0", kept("md0")],
    ["striped disks", "9:1 ext4 /dev/md1", kept("sda", "sdb")],
    ["a share by NFS", "0:51 nfs4 nas.local:/volume1/akiba", kept("server nas.local")],
    ["a share of Windows", "0:52 cifs //nas/akiba", kept("server nas")],
    ["a pool of ZFS", "0:53 zfs tank/akiba", kept("pool tank")],
    ["memory", "0:54 tmpfs tmpfs", { kind: "memory" }],
    ["memory of an early start", "0:55 ramfs ramfs", { kind: "memory" }],
    ["the layer of a container", "0:56 overlay overlay", { kind: "container" }],
  ])("is known of %s", (name, mount, expected) => {
    expect(storageOf(mounted(name, mount), system)).toEqual(expected);
  });

  it("is that of the disk whose folder is bound there, and of the last mount at a place", () => {
    mounted("bound", "8:2 ext4 /dev/sda2", "/backups");
    expect(storageOf(mounted("bound", "8:17 ext4 /dev/sdb1", "/backups"), system)).toEqual(
      kept("sdb"),
    );
  });

  it("is known before the folder is made, and through a symbolic link", () => {
    const other = mounted("other", "8:17 ext4 /dev/sdb1");
    symlinkSync(other, join(root, "link"));
    expect(storageOf(join(root, "link/nightly/deep"), system)).toEqual(kept("sdb"));
    expect(storageOf(join(root, "no/such/folder"), system)).toEqual(kept("sda"));
  });

  it("is its device number where the system lists no mounts", () => {
    const nothing = { mounts: join(root, "none"), blocks: system.blocks };
    expect(storageOf(root, nothing)).toMatchObject({ on: [expect.stringMatching(/^device \d+$/)] });
  });

  it("is memory in the real /dev/shm of this machine", () => {
    expect(storageOf("/dev/shm/akiba/nightly")).toEqual({ kind: "memory" });
  });
});

describe("the embedded database of a small society", () => {
  const dataDir = mounted("data", "8:1 ext4 /dev/sda1");
  const problem = (folder: string) =>
    backupDiskProblem(
      { databaseUrl: null, dataDir, backups: { folder, passphrase: null, scratchUrl: null } },
      (asked) => storageOf(asked, system),
    );

  it.each([
    ["another partition of its disk", "8:2 ext4 /dev/sda2", "same disk as DATA_DIR"],
    ["a volume of its disk", "253:0 ext4 /dev/mapper/vg-data", "is not enough"],
    ["a stripe over its disk", "9:1 ext4 /dev/md1", "sda: when that disk fails"],
    ["memory", "0:54 tmpfs tmpfs", "gone after a restart. Connect a second disk"],
    ["the layer of a container", "0:56 overlay overlay", "Mount a volume there"],
  ])("keeps no backups on %s", (name, mount, words) => {
    expect(problem(mounted(`no ${name}`, mount))).toContain(words);
  });

  it.each([
    ["a second disk", "8:16 ext4 /dev/sdb"],
    ["an encrypted second disk", "253:1 ext4 /dev/mapper/vg-crypt"],
    ["another machine", "0:51 nfs4 nas.local:/volume1/akiba"],
    ["mirrored disks, one of them its own", "9:0 ext4 /dev/md0"],
  ])("may keep backups on %s", (name, mount) => {
    expect(problem(mounted(`on ${name}`, mount))).toBeNull();
  });
});
