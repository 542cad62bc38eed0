import { parentPort } from "node:worker_threads";
import { type Drawing, draw } from "./draw.ts";

// The thread that draws documents. It is told one at a time what to draw, under a number that its
// answer carries back.
parentPort?.on("message", async ({ id, drawing }: { id: number; drawing: Drawing }) => {
  try {
    const drawn = new Uint8Array(await draw(drawing));
    parentPort?.postMessage({ id, drawn }, [drawn.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.stack : String(error) });
  }
});
