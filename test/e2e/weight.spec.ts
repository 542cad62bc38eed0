import { readFileSync } from "node:fs";
import { expect, test } from "./portal.ts";

const LOGIN_BUDGET = 100_000;

test("Login is usable within 100 KB on the wire, including everything", async ({ page }) => {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto("/Login", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  // Headers are included; the figure is in the log.
  test.info().annotations.push({ type: "bytes on the wire", description: String(bytes) });
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(LOGIN_BUDGET);
});

const APP_BUDGET = 200_000;

interface WebFile {
  readonly fileName: string;
  /** Whether it is the first chunk of the staff pages, which members are never led to. */
  readonly isOfStaff: boolean;
  readonly leadsTo: readonly string[];
}

/** Every file that a member may load, from the first page on. */
function filesOfMembers(): Set<string> {
  const all = JSON.parse(readFileSync("dist/web-files.json", "utf8")) as WebFile[];
  const known = new Map(all.map((file) => [file.fileName, file]));
  const reached = new Set<string>();
  const visit = (name: string): void => {
    const file = known.get(name);
    if (reached.has(name) || file?.isOfStaff) return;
    reached.add(name);
    file?.leadsTo.forEach(visit);
  };
  const first = readFileSync("dist/web/index.html", "utf8").matchAll(/\/(assets\/[^"]+)"/g);
  for (const [, name = ""] of first) visit(name);
  return reached;
}

test("the whole member app fits in 200 KB on the wire", async ({ request }) => {
  const files = filesOfMembers();
  const fetched = await Promise.all(
    [...[...files].map((name) => `/${name}`), "/"].map(async (address) => {
      const answer = await request.get(address, { headers: { "Accept-Encoding": "br" } });
      expect(answer.status(), address).toBe(200);
      return Number(answer.headers()["content-length"] ?? (await answer.body()).length);
    }),
  );
  const bytes = fetched.reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: "bytes on the wire", description: String(bytes) });
  expect(files.size).toBeGreaterThan(5);
  expect(bytes).toBeLessThanOrEqual(APP_BUDGET);
});

test("the portal can be installed: a manifest with icons that exist", async ({ page, request }) => {
  await page.goto("/");
  const href = (await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "";
  const manifest = (await (await request.get(href)).json()) as {
    readonly name: string;
    readonly start_url: string;
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(manifest.display).toBe("standalone");
  expect(manifest.start_url).toBe("/app");
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"]).toMatch(/^image\//);
  }
});
