import type { NewDevice, OpenSession } from "./queries.ts";

/** The open sessions and the news of a new device, on the wire. */
export function presentDevices(
  open: readonly OpenSession[],
  newDevice: NewDevice | null,
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
    newDevice: newDevice && {
      device: newDevice.device_name,
      at: newDevice.created_at.toISOString(),
    },
  };
}
