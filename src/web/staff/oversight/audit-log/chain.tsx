import { auditLogMessages } from "#shared/messages/oversight/audit-log-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { chain, head } from "#shared/contract/oversight/audit-log.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { formatCount } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Running } from "#web/ui/running.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./audit.module.css";

interface Following {
  readonly state: "going" | "whole" | "broken" | "stopped" | "failed";
  readonly done: number;
  readonly all: number;
  /** The first record that breaks the chain, or the failure. */
  readonly fault: string;
}

/** Verifies the chain in stretches as the page requests them, and exports its head. */
export function ChainCard(): ReactElement {
  const { chain: words } = useMessages(auditLogMessages);
  const { following, follow, stop } = useFollowing();
  const isGoing = following?.state === "going";
  return (
    <Card title={words.title}>
      <div className={css["chain"]}>
        <p>{words.lead}</p>
        <div className={css["buttons"]}>
          <Button onClick={isGoing ? stop : follow}>{isGoing ? words.stop : words.verify}</Button>
          <HeadButton />
        </div>
        <div role="status">{following && <Found following={following} />}</div>
        <p className={css["small"]}>{words.headText}</p>
      </div>
    </Card>
  );
}

function Found({ following }: { readonly following: Following }): ReactElement {
  const { chain: words } = useMessages(auditLogMessages);
  const { state, done, all, fault } = following;
  const counts = { done: formatCount(done), all: formatCount(all), seq: fault };
  if (state === "going") {
    const text = fill(words.going, counts);
    return <Running done={done} of={all} text={text} />;
  }
  if (state === "whole") return <Tip meaning="ok">{fill(words.whole, counts)}</Tip>;
  if (state === "stopped") return <Tip meaning="info">{fill(words.stopped, counts)}</Tip>;
  return (
    <Tip meaning="bad">
      {state === "broken" ? fill(words.broken, counts) : `${words.failed}. ${fault}`}
    </Tip>
  );
}

function useFollowing() {
  const words = useWords();
  const [following, setFollowing] = useState<Following | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const follow = async (): Promise<void> => {
    const stop = new AbortController();
    stopping.current = stop;
    let seen: Following = { state: "going", done: 0, all: 0, fault: "" };
    setFollowing(seen);
    try {
      for (let after = "0"; seen.state === "going";) {
        const next = await call(chain, { query: { after }, signal: stop.signal });
        after = next.to;
        const state = next.brokenAt ? "broken" : next.isEnd ? "whole" : "going";
        const { brokenAt: fault } = next;
        seen = { state, done: Number(next.to), all: Number(next.length), fault };
        setFollowing(seen);
      }
    } catch (error) {
      const fault = failureWords(error, words);
      setFollowing({ ...seen, state: stop.signal.aborted ? "stopped" : "failed", fault });
    }
  };
  return {
    following,
    follow: () => void follow(),
    stop: () => stopping.current?.abort(),
  };
}

function HeadButton(): ReactElement {
  const { chain: words } = useMessages(auditLogMessages);
  const all = useWords();
  const take = async (): Promise<void> => {
    try {
      const found = await call(head);
      const content = new Blob([`${JSON.stringify(found, null, 2)}\n`], {
        type: "application/json",
      });
      saveFile({ name: `audit-head-${found.seq}.json`, content });
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, all) });
    }
  };
  return <Button onClick={() => void take()}>{words.head}</Button>;
}
