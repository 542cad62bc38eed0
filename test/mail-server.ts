import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { portOf } from "./outbox-society.ts";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly text: string;
}

/** A mail server on this machine that keeps what it is sent. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk) => (text += String(chunk)));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from, to, secure: session.secure, text });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { received, port: portOf(listening), close };
}
