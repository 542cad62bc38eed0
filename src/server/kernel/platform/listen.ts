import { once } from "node:events";
import { createServer } from "node:net";

interface At {
  readonly host: string;
  readonly port: number;
}

/** Throws an error for the operator if the address cannot be listened on at this moment. */
export async function rejectTakenPort({ host, port }: At): Promise<void> {
  if (port === 0) return;
  const trial = createServer();
  await explaining(port, () => once(trial.listen({ host, port }), "listening"));
  const closed = once(trial, "close");
  trial.close();
  await closed;
}

/** Makes a server listen; throws an error for the operator if it cannot. */
export async function listen(
  server: { listen(at: At): Promise<unknown> },
  { host, port }: At,
): Promise<void> {
  await explaining(port, () => server.listen({ host, port }));
}

async function explaining(port: number, listening: () => Promise<unknown>): Promise<void> {
  try {
    await listening();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const problem = { EADDRINUSE: "is already in use", EACCES: "is not open to this user" }[code];
    if (!problem) throw error;
    const advice = `Choose another with PORT, for example: PORT=${port + 1} npm start`;
    throw new Error(`Port ${port} ${problem}. ${advice}`, { cause: error });
  }
}
