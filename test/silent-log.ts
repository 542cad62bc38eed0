import type { Log } from "#server/kernel/platform/log.ts";

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, defect: () => {} };
