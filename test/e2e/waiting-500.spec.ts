import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { outOfReach } from "./cut-line.ts";
import type { Line } from "./line.ts";
import { expect } from "./portal.ts";
import { goOffline, goOnline, logInOver, test, visit, waiting } from "./waiting.ts";

const MANY = 500;

/** Types and submits many questions into the form, as fast as the page takes them. */
async function askMany(page: Page): Promise<void> {
  await visit(page, "/app/Questions?new=");
  await page.getByRole("textbox").waitFor();
  await page.evaluate(async (many) => {
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
    const box = (): HTMLTextAreaElement | null => document.querySelector("main textarea");
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    for (let number = 1; number <= many; number += 1) {
      const before = box();
      setter?.call(before, `Queued ${String(number).padStart(3, "0")}`);
      before?.dispatchEvent(new Event("input", { bubbles: true }));
      await frame();
      before?.form?.requestSubmit();
      // The form starts again once its question is kept.
      while (box() === before || box() === null) await frame();
    }
  }, MANY);
}

/**
 * Breaks the line in the middle of whatever is being sent, some of the time after the portal did it
 * and before its answer arrives. Every third time the line also stays away until the page says so.
 */
async function flap(page: Page, line: Line, round: number): Promise<void> {
  const isDone = waiting(page).waitFor({ state: "detached", timeout: 0 });
  await Promise.race([line.breakAfter(randomInt(1, 200_000)), isDone]);
  if (round % 3 > 0 || (await waiting(page).count()) === 0) return;
  await line.cut();
  // The last answer may have come before the cut.
  await Promise.race([page.getByText(outOfReach).waitFor(), isDone]);
  await goOnline(page, line);
}

test(
  "500 items sent over an unstable connection arrive once each, in order",
  { tag: "@wide" },
  async ({ page, line, society }) => {
    test.setTimeout(600_000);
    await logInOver(page, line, society);
    await goOffline(page, line);
    await askMany(page);
    await expect(waiting(page)).toContainText(`Waiting to be sent: ${MANY}`);
    let replayed = 0;
    page.on("response", (answer) => {
      if (answer.headers()["idempotency-replayed"]) replayed += 1;
    });
    await goOnline(page, line);
    for (let round = 0; (await waiting(page).count()) > 0; round += 1) {
      await flap(page, line, round);
    }
    const arrived = await society.query<{ text: string }>(
      "select text from member_case where text like 'Queued %' order by id",
    );
    const asked = Array.from(
      { length: MANY },
      (_, index) => `Queued ${String(index + 1).padStart(3, "0")}`,
    );
    expect(arrived.map(({ text }) => text)).toEqual(asked);
    test.info().annotations.push({ type: "answers lost", description: String(replayed) });
    expect(replayed).toBeGreaterThan(0);
  },
);
