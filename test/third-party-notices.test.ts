import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noticesFile, thirdPartyNotices } from "../scripts/lib/notices.js";

it("the notices list every package of the lockfile that the portal runs with", () => {
  const kept = readFileSync(join(import.meta.dirname, "..", noticesFile), "utf8");
  expect(kept === thirdPartyNotices(), "run npm run notices").toBe(true);
});
