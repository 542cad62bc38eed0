import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEGABYTES = 256;

interface OtherDisk {
  readonly folder: string;
  remove(): void;
}

/**
 * Mounts a separate disk, or returns null and says why if this user may not. Its file is removed
 * once it is attached, so that the system knows nothing below the device.
 */
export function mountDisk(): OtherDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "akiba-disk-"));
  const image = `${folder}.image`;
  let device = "";
  try {
    run("truncate", "-s", `${MEGABYTES}M`, image);
    run("mkfs.ext4", "-q", image);
    device = run("losetup", "--find", "--show", image);
    run("mount", device, folder);
  } catch (error) {
    if (device !== "") run("losetup", "--detach", device);
    rmdirSync(folder);
    process.stderr.write(`No disk could be mounted here: ${(error as Error).message}\n`);
    return null;
  } finally {
    rmSync(image, { force: true });
  }
  const remove = () => {
    run("umount", folder);
    run("losetup", "--detach", device);
    rmdirSync(folder);
  };
  return { folder, remove };
}

function run(program: string, ...given: string[]): string {
  const PATH = `${process.env["PATH"]}:/usr/sbin:/sbin`;
  const env = { ...process.env, PATH };
  return execFileSync(program, given, { env, encoding: "utf8", stdio: "pipe" }).trim();
}
