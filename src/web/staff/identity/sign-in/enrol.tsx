import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { beginFirst } from "#shared/contract/identity/second-factor.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { publicCss } from "#web/public/public-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./sign-in.module.css";

export type Offer = z.output<typeof beginFirst.answer>;

interface EnrolProps {
  readonly begin: () => Promise<Offer>;
  readonly confirm: (code: string) => Promise<void>;
}

/** The key for an authenticator app, as a QR code and as text, and a field for its first code. */
export function Enrol({ begin, confirm }: EnrolProps): ReactElement {
  const words = useMessages(secondFactorMessages).enrol;
  const load = useOffer(begin);
  return (
    <div className={publicCss["form"]}>
      <Loaded
        load={load}
        loading={words.preparing}
        failed={words.failed}
        skeleton={<SkeletonLines rows={6} />}
      >
        {(offer) => (
          <>
            <Scan offer={offer} />
            <hr className={publicCss["rule"]} />
            <ConfirmForm confirm={confirm} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Each request makes another key, so it is sent once, and again only by Retry. */
function useOffer(begin: () => Promise<Offer>): Load<Offer> {
  const [load, setLoad] = useState<Load<Offer>>({ state: "loading" });
  const [round, setRound] = useState(0);
  const ask = useRef(begin);
  useEffect(() => {
    let left = false;
    const retry = (): void => {
      setLoad({ state: "loading" });
      setRound(round + 1);
    };
    ask.current().then(
      (data) => left || setLoad({ state: "loaded", data }),
      (error: unknown) => left || setLoad({ state: "failed", error, retry }),
    );
    return () => {
      left = true;
    };
  }, [round]);
  return load;
}

function Scan({ offer }: { readonly offer: Offer }): ReactElement {
  const words = useMessages(secondFactorMessages).enrol;
  return (
    <>
      <h2 className={publicCss["section"]}>
        <span>1</span>
        {words.scan}
      </h2>
      <p className={css["text"]}>{words.scanText}</p>
      <Picture offer={offer} label={words.qr} />
      <div className={css["secret"]}>
        <p id="second-factor-secret">{words.secret}</p>
        <code aria-labelledby="second-factor-secret">{offer.secret}</code>
        <a href={offer.address}>{words.open}</a>
      </div>
    </>
  );
}

/** Drawn here square by square: nothing is loaded, and no image file is left behind. */
function Picture({ offer, label }: { readonly offer: Offer; readonly label: string }) {
  const { size, bars } = offer.qr;
  const quiet = 4;
  const side = size + 2 * quiet;
  const path = bars
    .map(([column, row, length]) => `M${column + quiet} ${row + quiet}h${length}v1h-${length}z`)
    .join("");
  return (
    <svg className={css["qr"]} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} />
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

function ConfirmForm({ confirm }: Pick<EnrolProps, "confirm">): ReactElement {
  const { problems } = useWords();
  const words = useMessages(secondFactorMessages).enrol;
  const form = useForm<"code">({
    names: ["code"],
    check: ({ code }) =>
      fields.appCode.safeParse(code).success ? {} : { code: problems["code.form"] },
    send: ({ code }) => confirm(code),
  });
  return (
    <form className={publicCss["form"]} onSubmit={form.submit} noValidate>
      <h2 className={publicCss["section"]}>
        <span>2</span>
        {words.confirm}
      </h2>
      <OtpField
        label={words.code}
        bind={form.bind("code")}
        note={{ kind: "hint", text: words.codeHint }}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" look="primary" width="full" blocked={form.busy}>
        {words.submit}
      </Button>
    </form>
  );
}
