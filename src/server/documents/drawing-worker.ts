import { parentPort } from "node:worker_threads";
import { type Drawing, draw } from "./draw.ts";

// The thread that draws documents. It is told what to draw under a number that its answer carries
// back.
parentPort?.on("message", ({ id, drawing }: { id: number; drawing: Drawing }) => {
  void answer(id, drawing);
});

async function answer(id: number, drawing: Drawing): Promise<void> {
  try {
    const drawn = new Uint8Array(await draw(drawing));
    parentPort?.postMessage({ id, drawn }, [drawn.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.stack : String(error) });
  }
}
