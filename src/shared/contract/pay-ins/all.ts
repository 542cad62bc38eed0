import type { Endpoint } from "../kernel/endpoint.ts";
import * as desk from "./desk.ts";
import * as finder from "./finder.ts";
import * as prompts from "./prompts.ts";
import * as provider from "./provider.ts";
import * as settings from "./settings.ts";

/** The calls of payments in: the office's, the provider's, and those of prompts. */
export const payInEndpoints: readonly Endpoint[] = [
  settings.payInSettings,
  settings.savePayInSettings,
  ...desk.deskCalls,
  ...provider.paybillCalls,
  prompts.ways,
  prompts.ask,
  prompts.progress,
  finder.find,
];
