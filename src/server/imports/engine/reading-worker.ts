import { once } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import { GO_ON } from "#server/kernel/platform/worker-queue.ts";
import { readJob, type ReadingJob, type ReadingPart } from "./read-job.ts";

// The thread that reads uploaded files. It gets the next file after it answered the last one.
if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  port.on("message", (message: ReadingJob | typeof GO_ON) => {
    if (message !== GO_ON) void answer(port, message);
  });
}

async function answer(port: MessagePort, job: ReadingJob): Promise<void> {
  const send = async (part: ReadingPart): Promise<void> => {
    port.postMessage({ part });
    await once(port, "message");
  };
  try {
    port.postMessage({ done: await readJob(job, send) });
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.stack : String(error) });
  }
}
