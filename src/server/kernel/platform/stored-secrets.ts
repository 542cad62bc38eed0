import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { createOnce } from "./create-once.ts";
import { makeFolder } from "./make-folder.ts";

const secrets = z.object({ secret: z.string().min(32), passwordPepper: z.string().min(32) });

type Secrets = z.output<typeof secrets>;

interface Given {
  readonly secret: string | undefined;
  readonly passwordPepper: string | undefined;
  /** A test's database is deleted after the test; a demo's outlives its process. */
  readonly outlive: boolean;
}

/** Returns the given secrets and makes the missing ones, for as long as the database lives. */
export function settleSecrets(
  dataDir: string,
  { secret, passwordPepper, outlive }: Given,
): Secrets {
  if (secret && passwordPepper) return { secret, passwordPepper };
  const kept = outlive ? keepSecrets(dataDir) : newSecrets();
  return {
    secret: secret ?? kept.secret,
    passwordPepper: passwordPepper ?? kept.passwordPepper,
  };
}

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
  const path = join(dataDir, "secrets.json");
  try {
    return secrets.parse(JSON.parse(createOnce(path, JSON.stringify(newSecrets()))));
  } catch (error) {
    throw new Error(`${path} cannot be used; restore it, or choose another DATA_DIR.`, {
      cause: error,
    });
  }
}
