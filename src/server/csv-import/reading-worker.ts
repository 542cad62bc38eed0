import { parentPort } from "node:worker_threads";
import { readJob, type ReadingJob } from "./read-job.ts";

// The thread that reads uploaded files. It is given the next when it has answered the one before.
parentPort?.on("message", (job: ReadingJob) => {
  void answer(job);
});

async function answer(job: ReadingJob): Promise<void> {
  try {
    const done = await readJob(job, (part) => parentPort?.postMessage({ part }));
    parentPort?.postMessage({ done });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.stack : String(error) });
  }
}
