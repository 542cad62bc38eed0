import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { foundSociety } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const page = mkdtempSync(join(tmpdir(), "akiba-page-"));
writeFileSync(join(page, "index.html"), "<title>the page</title><!--akiba:society-->");
writeFileSync(join(page, "file-check.html"), "<title>check</title>");
afterAll(() => rmSync(page, { recursive: true }));

const society = useServedSociety({
  page,
  limits: { requestsPerIpPerMinute: 1, requestsPerIpBurst: 5 },
});

steps("a page under load", () => {
  it("the page shows the last known society and is rate-limited by address", async () => {
    await foundSociety(society);
    expect((await society.send("GET", "/")).text).toContain("Uzima Hospital Staff Sacco");
    await society.owner.query("alter table society rename to society_away");
    const replies = [];
    for (let n = 0; n < 5; n += 1) replies.push(await society.send("GET", `/Verify/${n}`));
    await society.owner.query("alter table society_away rename to society");
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(replies[3]?.text).toContain("Uzima Hospital Staff Sacco");
    expect(replies[4]?.headers.get("retry-after")).not.toBeNull();
  });

  it.each(["/api/openapi.json", "/api/docs", "/society/logo/none.png"])(
    "%s is rate-limited by address as calls are",
    async (path) => {
      const replies = [];
      for (let n = 0; n < 6; n += 1) replies.push(await society.send("GET", path));
      expect(replies.at(-1)?.status).toBe(429);
    },
  );
});
