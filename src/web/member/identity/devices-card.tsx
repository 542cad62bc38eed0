import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { end, endOthers, list } from "#shared/contract/identity/devices.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useSpoken } from "#web/lib/language.ts";
import { ownSettingsMessages } from "#web/lib/member-texts.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRenew, useRequest } from "#web/lib/query.ts";
import { DEVICES } from "#web/paths.ts";
import { useMessages } from "#web/lib/words.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./settings.module.css";

type Devices = z.output<typeof list.answer>;
type Device = Devices["rows"][number];

/** The devices on which the member is signed in, each of which they can sign out. */
export function DevicesCard(): ReactElement {
  const { devices: words } = useMessages(ownSettingsMessages);
  const load = useRequest(list);
  return (
    <Card title={words.title} place={load.state === "loaded" ? DEVICES : undefined}>
      <LoadedLines load={load} words={words} lines={3}>
        {({ rows }) => <DeviceList rows={rows} />}
      </LoadedLines>
    </Card>
  );
}

function DeviceList({ rows }: Pick<Devices, "rows">): ReactElement {
  const { devices: words } = useMessages(ownSettingsMessages);
  const renew = useRenew();
  const ending = useAction(async (device: Device | null) => {
    if (device === null) {
      await call(endOthers, {});
      showToast({ kind: "success", text: words.endedOthers });
    } else {
      const { ended } = await call(end, { params: { id: device.id } });
      const text = ended > 0 ? words.ended : words.alreadyEnded;
      showToast({ kind: "success", text: fill(text, { device: device.device || words.unknown }) });
    }
    await renew(list);
  });
  return (
    <>
      <ul className={css["devices"]}>
        {rows.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={ending.busy}
            onEnd={() => ending.run(device)}
          />
        ))}
      </ul>
      <div className={css["body"]}>
        <p>{words.help}</p>
        {ending.failed && <Tip meaning="bad">{ending.failed}</Tip>}
        <Button
          needsNetwork
          width="full-on-phones"
          blocked={ending.busy}
          onClick={() => ending.run(null)}
        >
          {words.endOthers}
        </Button>
      </div>
    </>
  );
}

interface DeviceRowProps {
  readonly device: Device;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function DeviceRow({ device, busy, onEnd }: DeviceRowProps): ReactElement {
  const { devices: words } = useMessages(ownSettingsMessages);
  const { language } = useSpoken();
  const name = device.device || words.unknown;
  const since = formatMoment(device.startedAt, language);
  const seen = formatMoment(device.seenAt, language);
  return (
    <li>
      <div>
        <b>{name}</b>{" "}
        {device.isThis && (
          <Badge meaning="ok" icon="check">
            {words.here}
          </Badge>
        )}
        <p>{fill(words.since, { since, seen })}</p>
      </div>
      {!device.isThis && (
        <Button
          needsNetwork
          small
          blocked={busy}
          onClick={onEnd}
          aria-label={fill(words.endOne, { device: name, since })}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}
