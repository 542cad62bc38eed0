import "./lib/node-version.js";
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleTypescript } from "./lib/load-typescript.js";
import { prepare } from "./lib/prepare.js";
import { root, run } from "./lib/run.js";
import { giveUp, say } from "./lib/say.js";

// The demo with phones that pay to its paybill: the simulator of M-Pesa is a process of its own.
if ((process.env["AKIBA_MODE"] ?? "demo") !== "demo") giveUp("The phones are for the demo only.");
await prepare();
const access = {
  shortCode: "400200",
  consumerKey: "demo",
  consumerSecret: randomBytes(16).toString("hex"),
  initiatorName: "akiba",
  securityCredential: randomBytes(16).toString("hex"),
};
const phones = [
  { msisdn: "254712000482", name: "Wanjiru Kamau" },
  { msisdn: "254701000760", name: "Peter Oluoch" },
];
const twin = fork(await bundleTypescript("twin/main.ts"));
twin.send({ ...access, name: "UZIMA HOSPITAL STAFF SACCO", phones });
const [address] = await once(twin, "message");

const port = process.env["PORT"] ?? "3000";
Object.assign(process.env, {
  AKIBA_MODE: "demo",
  PORT: port,
  PAY_IN_CHANNEL: "daraja",
  PAYOUT_CHANNEL: "daraja",
  DARAJA_BASE_URL: address,
  DARAJA_PAYBILL: access.shortCode,
  DARAJA_SHORT_CODE: access.shortCode,
  DARAJA_INITIATOR_NAME: access.initiatorName,
  DARAJA_SECURITY_CREDENTIAL: access.securityCredential,
  DARAJA_CONSUMER_KEY: access.consumerKey,
  DARAJA_CONSUMER_SECRET: access.consumerSecret,
  DARAJA_CALLBACK_SECRET: randomBytes(24).toString("hex"),
  DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
});
// In this process, so that Ctrl-C and kill reach the server directly.
await import(pathToFileURL(join(root, "dist/server/main.js")).href);
await untilReady(`http://127.0.0.1:${port}/health/ready`);
const { code, said } = await run("node", ["dist/server/cli.js", "mpesa", "register"]);
if (code !== 0) giveUp(said);
say(`Phones with the PIN 1234: ${address}/dev/phones (business number ${access.shortCode})`);

async function untilReady(url) {
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
