import type { KeptAnswer, Sealed, Vault } from "./vault.ts";

/** As OWASP advises for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;
const CURVE = { name: "ECDH", namedCurve: "P-256" };
const CONTEXT = bytesOf("akiba-offline");

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Returns a digest that only this device can make, as hexadecimal digits. */
export async function digestOf(device: CryptoKey, text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", device, bytesOf(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Makes the keys of a new vault for a PIN. Only a digest of the owner's text is stored. */
export async function makeVault(pin: string, owner: string): Promise<Vault> {
  const { subtle } = crypto;
  const device = await subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const pair = await subtle.generateKey(CURVE, true, ["deriveBits"]);
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const lock = await pinKey(pin, { salt, device });
  const sealedPrivate = await subtle.wrapKey("pkcs8", pair.privateKey, lock, {
    name: "AES-GCM",
    iv,
  });
  return {
    id: crypto.randomUUID(),
    device,
    salt,
    publicKey: pair.publicKey,
    sealedKey: { iv, data: sealedPrivate },
    owner: await digestOf(device, owner),
    tries: 0,
    savedAt: Date.now(),
  };
}

/** Returns the key that opens kept answers; null if the PIN is wrong. */
export async function openVault(pin: string, vault: Vault): Promise<CryptoKey | null> {
  const { iv, data } = vault.sealedKey;
  const lock = await pinKey(pin, vault);
  const how = { name: "AES-GCM", iv };
  return crypto.subtle
    .unwrapKey("pkcs8", data, lock, how, CURVE, false, ["deriveBits"])
    .catch(() => null);
}

/** The PIN alone is short; together with the device's key it cannot be tried anywhere else. */
async function pinKey(
  pin: string,
  { salt, device }: Pick<Vault, "salt" | "device">,
): Promise<CryptoKey> {
  const { subtle } = crypto;
  const typed = await subtle.importKey("raw", bytesOf(pin), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS };
  const both = await subtle.sign("HMAC", device, await subtle.deriveBits(how, typed, 256));
  return subtle.importKey("raw", both, "AES-GCM", false, ["wrapKey", "unwrapKey"]);
}

/** Seals answers for a vault; only its private key opens them again. */
export interface Sealer {
  readonly seal: (name: string, text: string, at: number) => Promise<KeptAnswer>;
}

export async function makeSealer({ publicKey }: Vault): Promise<Sealer> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  const sender = await crypto.subtle.exportKey("raw", pair.publicKey);
  const key = await sharedKey(pair.privateKey, publicKey, sender);
  return {
    async seal(name, text, at) {
      const iv = randomBytes(12);
      const data = await crypto.subtle.encrypt(gcm(name, iv), key, bytesOf(text));
      return { name, sender, iv, data, at };
    },
  };
}

/** Returns the text of each intact answer; changed ones are left out. */
export async function openAnswers(
  privateKey: CryptoKey,
  answers: readonly KeptAnswer[],
): Promise<readonly { readonly text: string; readonly at: number }[]> {
  const opened = await Promise.allSettled(
    answers.map(async ({ name, sender, iv, data, at }) => {
      const other = await crypto.subtle.importKey("raw", sender, CURVE, false, []);
      const key = await sharedKey(privateKey, other, sender);
      const text = await crypto.subtle.decrypt(gcm(name, iv), key, data);
      return { text: new TextDecoder().decode(text), at };
    }),
  );
  return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** An answer under another name does not open, so that answers cannot be swapped. */
function gcm(name: string, iv: Sealed["iv"]): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: bytesOf(name) };
}

async function sharedKey(own: CryptoKey, other: CryptoKey, salt: ArrayBuffer): Promise<CryptoKey> {
  const { subtle } = crypto;
  const bits = await subtle.deriveBits({ name: "ECDH", public: other }, own, 256);
  const material = await subtle.importKey("raw", bits, "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info: CONTEXT };
  const kind = { name: "AES-GCM", length: 256 };
  return subtle.deriveKey(how, material, kind, false, ["encrypt", "decrypt"]);
}
