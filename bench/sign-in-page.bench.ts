// How to read these figures: the cost for a member on a metered phone to see the sign-in page for
// the first time: the bytes of every answer the browser waits for or fetches ahead, headers
// included and compressed as they travel, with an empty cache, in a real browser on the built
// product.
import { chromium } from "@playwright/test";
import { printTable } from "./figures.ts";
import type { BenchTools } from "./tools.ts";

const TARGET_BYTES = 100 * 1024;

interface Resource {
  readonly address: string;
  readonly status: number;
  readonly bytes: number;
}

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo();
  try {
    const resources = await load(`${demo.url}/Login`, tools);
    const total = resources.reduce((sum, { bytes }) => sum + bytes, 0);
    printTable([
      ["resource", "status", "bytes on the wire"],
      ...resources.map(({ address, status, bytes }) => [address, `${status}`, `${bytes}`]),
      ["all of it", "", `${total}`],
    ]);
    const share = Math.round((100 * total) / TARGET_BYTES);
    console.log(`\n  ${(total / 1024).toFixed(1)} KiB, ${share} % of what it may weigh`);
  } finally {
    await demo.stop();
  }
}

async function load(url: string, { launchOptions }: BenchTools): Promise<Resource[]> {
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await (await browser.newContext()).newPage();
    const session = await page.context().newCDPSession(page);
    const answers = new Map<string, { address: string; status: number }>();
    const resources: Resource[] = [];
    session.on("Network.responseReceived", ({ requestId, response }) => {
      const { pathname, search } = new URL(response.url);
      answers.set(requestId, { address: pathname + search, status: response.status });
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId) ?? { address: "unknown", status: 0 };
      resources.push({ ...answer, bytes: encodedDataLength });
    });
    await session.send("Network.enable");
    await page.goto(url, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: /log ?in/i }).waitFor();
    return resources.toSorted((one, other) => other.bytes - one.bytes);
  } finally {
    await browser.close();
  }
}
