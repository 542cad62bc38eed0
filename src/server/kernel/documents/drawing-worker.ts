import { parentPort } from "node:worker_threads";
import { type Drawing, draw } from "./draw.ts";

// The thread that draws documents. It gets the next document once it has answered the last one.
parentPort?.on("message", (drawing: Drawing) => {
  void answer(drawing);
});

async function answer(drawing: Drawing): Promise<void> {
  try {
    const drawn = new Uint8Array(await draw(drawing));
    parentPort?.postMessage({ done: drawn }, [drawn.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.stack : String(error) });
  }
}
