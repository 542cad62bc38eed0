import { brotliCompressSync } from "node:zlib";
import { languages } from "#shared/language.ts";
import { filesOfMembers } from "../test/e2e/web-files.ts";

/** Every file of members' pages in the heavier language, as it travels. */
export async function appBytes(url: string): Promise<number> {
  const weights = await Promise.all(
    languages.map(async (language) => {
      const paths = [...[...filesOfMembers(language)].map((name) => `/${name}`), "/"];
      const sizes = await Promise.all(paths.map((path) => bytesOf(url + path)));
      return sizes.reduce((sum, size) => sum + size, 0);
    }),
  );
  return Math.max(...weights);
}

async function bytesOf(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { "accept-encoding": "br" } });
  const length = answer.headers.get("content-length");
  const body = Buffer.from(await answer.arrayBuffer());
  return length === null ? brotliCompressSync(body).length : Number(length);
}
