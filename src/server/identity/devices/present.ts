import type { NewDevice, OpenSession } from "./queries.ts";

/** The open sessions and the news of new devices, on the wire. */
export function presentDevices(
  open: readonly OpenSession[],
  newDevices: readonly NewDevice[],
  here: bigint,
) {
  return {
    rows: open.map(({ id, device_name: device, created_at: started, last_seen_at: seen }) => ({
      id: String(id),
      device,
      startedAt: started.toISOString(),
      seenAt: seen.toISOString(),
      isThis: id === here,
    })),
    newDevices: newDevices.map(({ device_name: device, created_at: at }) => ({
      device,
      at: at.toISOString(),
    })),
  };
}
