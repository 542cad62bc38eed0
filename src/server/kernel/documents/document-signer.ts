import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import { signatureLine, signedDomains } from "#shared/issued-record.ts";

const CURVE = "prime256v1";
/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Signs documents with ECDSA on P-256, which every browser can verify. The key comes from the
 * portal's secret, so a copy of the database cannot sign.
 */
export class DocumentSigner {
  /** The uncompressed point in base64url, as Web Crypto imports it. */
  readonly publicKey: string;
  readonly #key: KeyObject;

  constructor(secret: string) {
    const scalar = scalarOf(secret);
    const pair = createECDH(CURVE);
    pair.setPrivateKey(scalar);
    const point = pair.getPublicKey();
    this.publicKey = point.toString("base64url");
    const inJwk = (part: Buffer) => part.toString("base64url");
    const [x, y] = [inJwk(point.subarray(1, 33)), inJwk(point.subarray(33))];
    const key = { kty: "EC", crv: "P-256", d: inJwk(scalar), x, y };
    this.#key = createPrivateKey({ format: "jwk", key });
  }

  /** Returns the signature of a record in base64url. */
  signRecord(record: string): string {
    return this.#sign(signedDomains.record, Buffer.from(record));
  }

  /** Returns the file with a signature of all its bytes in a last line. */
  signFile(file: Uint8Array): Uint8Array {
    const line = `${signatureLine}${this.#sign(signedDomains.file, file)}\n`;
    return Buffer.concat([file, Buffer.from(line)]);
  }

  #sign(domain: string, content: Uint8Array): string {
    const signed = Buffer.concat([Buffer.from(domain), content]);
    return sign("sha256", signed, { key: this.#key, dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    );
  }
}

/** A private key from 1 to the order less one; 48 bytes make every value as likely. */
function scalarOf(secret: string): Buffer {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "akiba document signature", 48));
  const scalar = (BigInt(`0x${bytes.toString("hex")}`) % (ORDER - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
}
