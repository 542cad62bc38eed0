import { openDemoDatabase } from "./dev-database.js";
import { openFront } from "./dev-front.js";
import { ReloadingServer } from "./reloading-server.js";
import { say } from "./say.js";

/** The started parts, latest last; they are stopped in the opposite order. */
const running = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stopAndExit());
const starting = start();
starting.catch(async (error) => {
  console.error(error.message);
  process.exitCode = 1;
  await stopAndExit();
});

/** Starts the database, the server and, in front of it on the one port, Vite. */
async function start() {
  const { config, welcome, close } = await openDemoDatabase();
  running.push(close);
  say("Starting the demo (the first time takes some seconds)");
  const server = new ReloadingServer(config.dataDir);
  running.push(() => server.stop());
  await server.restart();
  const front = await openFront(config, server);
  running.push(front.close);
  server.followChanges(front.watcher);
  console.log(welcome(config, front.port));
  say("What you save shows at once: the page without a reload, the server after a restart");
}

async function stopAndExit() {
  if (isStopping) return;
  isStopping = true;
  await starting.catch(() => {});
  for (const close of running.splice(0).toReversed()) {
    await close().catch((error) => console.error(error.message));
  }
  process.exit();
}
