import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { alone } from "./alone.js";
import { bundleTypescript, loadTypescript } from "./load-typescript.js";
import { root, run } from "./run.js";
import { say } from "./say.js";

/** Somebody who is no member, and pays for one. */
const stranger = { msisdn: "254701000760", name: "Peter Oluoch" };

/**
 * Starts a simulator of M-Pesa beside the demo, as a separate process, and makes the demo pay and
 * receive payments through it. Returns the function to call once the demo serves. Does nothing, and
 * returns null, outside the demo and if the settings say how the society pays or is paid.
 */
export async function startPhones() {
  loadSettings();
  const { AKIBA_MODE, PAY_IN_CHANNEL, PAYOUT_CHANNEL, PORT } = process.env;
  // Without a fixed port, the simulator could not know where the demo is.
  if ((AKIBA_MODE || "demo") !== "demo" || PAY_IN_CHANNEL || PAYOUT_CHANNEL || PORT === "0") {
    return null;
  }
  const access = {
    shortCode: "400200",
    consumerKey: "demo",
    consumerSecret: randomBytes(16).toString("hex"),
    initiatorName: "akiba",
    securityCredential: randomBytes(16).toString("hex"),
    passkey: randomBytes(16).toString("hex"),
  };
  const { demoMembers } = await alone(() => loadTypescript("src/server/demo/cast.ts"));
  const phones = [...demoMembers.map(phoneOf), stranger];
  const twin = fork(await alone(() => bundleTypescript("twin/main.ts")));
  twin.send({ ...access, name: "UZIMA HOSPITAL STAFF SACCO", phones });
  const [address] = await once(twin, "message");
  Object.assign(process.env, {
    PAY_IN_CHANNEL: "daraja",
    PAYOUT_CHANNEL: "daraja",
    DARAJA_BASE_URL: address,
    DARAJA_PAYBILL: access.shortCode,
    DARAJA_SHORT_CODE: access.shortCode,
    DARAJA_INITIATOR_NAME: access.initiatorName,
    DARAJA_SECURITY_CREDENTIAL: access.securityCredential,
    DARAJA_PASSKEY: access.passkey,
    DARAJA_CONSUMER_KEY: access.consumerKey,
    DARAJA_CONSUMER_SECRET: access.consumerSecret,
    DARAJA_CALLBACK_SECRET: randomBytes(24).toString("hex"),
    DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
  });
  return () => register(address, access.shortCode);
}

function phoneOf({ fullName, mobile }) {
  return { msisdn: mobile.replaceAll(" ", "").replace(/^0/, "254"), name: fullName };
}

// As the server does, and before it: a production's settings must be seen here too.
function loadSettings() {
  const file = join(root, ".env");
  if (process.env["NODE_ENV"] !== "test" && existsSync(file)) process.loadEnvFile(file);
}

/** Tells the simulator where the demo receives payments, and the person where the phones are. */
async function register(address, shortCode) {
  const port = process.env["PORT"] || "3000";
  await untilReady(`http://127.0.0.1:${port}/health/ready`);
  const { code, said } = await run("node", ["dist/server/cli.js", "mpesa", "register"]);
  if (code !== 0) return console.error(`The phones cannot pay in: ${said}`);
  say(`Phones with the PIN 1234: ${address}/dev/phones (business number ${shortCode})`);
}

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
