import { brotliCompressSync } from "node:zlib";
import { type Language, languages } from "#shared/language.ts";
import { filesOfMembers } from "../test/e2e/web-files.ts";

/** Returns the bytes of all files of members' pages in the heavier language, as they travel. */
export async function appBytes(url: string): Promise<number> {
  return Math.max(...(await Promise.all(languages.map((one) => appBytesIn(one, url)))));
}

/** Returns the bytes of all files of members' pages in one language, as they travel. */
export async function appBytesIn(language: Language, url: string): Promise<number> {
  const paths = [...[...filesOfMembers(language)].map((name) => `/${name}`), "/"];
  const sizes = await Promise.all(paths.map((path) => bytesOf(url + path)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the bytes of a file as it travels. Throws if it is not there. */
export async function bytesOf(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { "accept-encoding": "br" } });
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  const length = answer.headers.get("content-length");
  const body = Buffer.from(await answer.arrayBuffer());
  return length === null ? brotliCompressSync(body).length : Number(length);
}
