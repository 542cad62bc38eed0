import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { createOnce } from "./create-once.ts";
import { makeFolder } from "./make-folder.ts";

const secrets = z.object({
  secret: z.string().check(z.minLength(32)),
  passwordPepper: z.string().check(z.minLength(32)),
});

type Secrets = z.output<typeof secrets>;

interface Given {
  readonly secret: string | undefined;
  readonly passwordPepper: string | undefined;
  /** A test's database is deleted after the test; a demo's outlives its process. */
  readonly outlive: boolean;
  /** False for a command that only reads and must create nothing in an empty folder. */
  readonly create: boolean;
}

/** Returns the given secrets and makes the missing ones, for as long as the database lives. */
export function settleSecrets(
  dataDir: string,
  { secret, passwordPepper, outlive, create }: Given,
): Secrets {
  if (secret && passwordPepper) return { secret, passwordPepper };
  const isKept = outlive && (create || existsSync(fileIn(dataDir)));
  const kept = isKept ? keepSecrets(dataDir) : newSecrets();
  return {
    secret: secret ?? kept.secret,
    passwordPepper: passwordPepper ?? kept.passwordPepper,
  };
}

const fileIn = (dataDir: string) => join(dataDir, "secrets.json");

/** Makes secrets that are not stored. */
function newSecrets(): Secrets {
  const randomText = () => randomBytes(32).toString("base64url");
  return { secret: randomText(), passwordPepper: randomText() };
}

/**
 * Returns the secrets of a data folder, generated at its first use; throws when they cannot be
 * read.
 */
function keepSecrets(dataDir: string): Secrets {
  makeFolder(dataDir);
  const path = fileIn(dataDir);
  try {
    return secrets.parse(JSON.parse(createOnce(path, JSON.stringify(newSecrets()))));
  } catch (error) {
    throw new Error(`${path} cannot be used; restore it, or choose another DATA_DIR.`, {
      cause: error,
    });
  }
}
