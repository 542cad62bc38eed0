import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { VERSION } from "#shared/version.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();

it("GET /version returns the release, the commit and the schema, and nothing more", async () => {
  const { status, body } = await society.send("GET", "/version");
  expect(status).toBe(200);
  // Only a build knows its commit.
  expect(body).toEqual({
    version: VERSION,
    commit: null,
    schema: readdirSync("migrations").length,
  });
});
