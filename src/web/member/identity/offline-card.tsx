import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { session } from "#shared/contract/identity/auth.ts";
import { readKept } from "#web/lib/browser-storage.ts";
import { useForm } from "#web/lib/form.ts";
import { offlineReadingMessages } from "#web/lib/member-texts.ts";
import { forgetOffline, useOfflineReading } from "#web/lib/offline-reading.ts";
import { useRequest } from "#web/lib/query.ts";
import { unsent } from "#web/lib/unsent.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./settings.module.css";
import { beginKeeping, canKeep } from "./kept-figures.ts";
import { PinField } from "./pin-field.tsx";
import { pinProblem } from "./pin-strength.ts";

/** Switches reading offline on with a PIN, or off. */
export function OfflineCard(): ReactElement {
  const words = useMessages(offlineReadingMessages);
  const isOn = useOfflineReading();
  const load = useRequest(session);
  if (readKept("shared") !== null) return <p className={css["body"]}>{words.shared}</p>;
  if (!canKeep()) return <p className={css["body"]}>{words.cannot}</p>;
  return (
    <div className={css["body"]}>
      <p>{words.text}</p>
      {isOn ? (
        <On />
      ) : (
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.notLoaded}
          skeleton={<SkeletonLines rows={3} />}
        >
          {(account) => <ChoosePin account={account} />}
        </Loaded>
      )}
    </div>
  );
}

function On(): ReactElement {
  const words = useMessages(offlineReadingMessages);
  const stop = (): void => {
    // Unsent things go on waiting in this page.
    const left = unsent.get().map((one) => ({ ...one, sealed: false }));
    forgetOffline();
    unsent.set(left);
    showToast({ kind: "success", text: words.stopped });
  };
  return (
    <>
      <Tip meaning="ok">{words.on}</Tip>
      <Button width="full-on-phones" onClick={stop}>
        {words.stop}
      </Button>
    </>
  );
}

interface ChoosePinProps {
  readonly account: z.output<typeof session.answer>;
}

function ChoosePin({ account }: ChoosePinProps): ReactElement {
  const words = useMessages(offlineReadingMessages);
  const form = useForm<"pin" | "again">({
    names: ["pin", "again"],
    check({ pin, again }): { pin?: string; again?: string } {
      const problem = pinProblem(pin, words);
      if (problem !== null) return { pin: problem };
      return pin === again ? {} : { again: words.differ };
    },
    async send({ pin }) {
      await beginKeeping(pin, account);
      showToast({ kind: "success", text: words.started });
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <PinField
        label={words.pin}
        bind={form.bind("pin")}
        autoComplete="off"
        note={{ kind: "hint", text: words.hint }}
      />
      <PinField label={words.again} bind={form.bind("again")} autoComplete="off" />
      {form.alert && <Tip meaning="bad">{words.notStarted}</Tip>}
      <Button type="submit" width="full-on-phones" needsNetwork={false} blocked={form.busy}>
        {words.start}
      </Button>
    </form>
  );
}
