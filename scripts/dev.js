import "./lib/node-version.js";
import { alone } from "./lib/alone.js";
import { installPackages } from "./lib/install.js";
import { giveUp } from "./lib/say.js";

await alone(installPackages).catch((error) => giveUp(error.message));
// In this process, so that Ctrl-C and kill reach it directly; it needs the packages.
await import("./lib/dev-loop.js");
