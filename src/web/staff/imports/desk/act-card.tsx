import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { fill } from "#shared/language.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { formatCount } from "#web/lib/figures.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import desk from "#web/ui/desk.module.css";
import type { Officer } from "#web/staff/officer.ts";
import { type Act, type Acting, useActing } from "./acting.ts";
import { PostDialog, ReasonDialog, WorkBar } from "./ask-dialogs.tsx";
import { goToFindings } from "./findings.tsx";
import css from "./imports.module.css";
import type { Import } from "./import-data.ts";

interface ActProps {
  readonly found: Import;
  readonly officer: Officer;
  readonly again: () => void;
}

/** The actions on an import now, who may take them, and the progress of a running one. */
export function ActCard({ found, officer, again }: ActProps): ReactElement | null {
  const words = useMessages(importsMessages);
  const [asked, setAsked] = useState<Act | null>(null);
  const acting = useActing(found, again, () => setAsked(null));
  const acts = actsOf(found, officer);
  const note = noteOf(found, officer, words);
  const close = (): void => {
    setAsked(null);
    acting.forget();
  };
  const press = (act: Act): void => (act === "send" ? acting.run("send", "") : setAsked(act));
  if (note === "" && acts.length === 0) return null;
  return (
    <Card title={words.states[found.state]}>
      <div className={desk["act"]}>
        <p className={desk["another"]}>
          <Icon name={found.findings > 0 ? "warn" : "info"} />
          <span>{note}</span>
        </p>
        {found.findings > 0 && found.state === "draft" && (
          <Button small onClick={goToFindings}>
            {words.one.first}
          </Button>
        )}
        <div role="status">
          {found.progress > 0 && asked === null && <WorkBar percent={found.progress} />}
        </div>
        {acting.failed && asked === null && <Tip meaning="bad">{acting.failed}</Tip>}
        <Acts acts={acts} found={found} acting={acting} onPress={press} />
      </div>
      {asked === "post" && <PostDialog found={found} acting={acting} onClose={close} />}
      {asked !== null && asked !== "post" && asked !== "send" && (
        <ReasonDialog act={asked} found={found} acting={acting} onClose={close} />
      )}
    </Card>
  );
}

interface ActsProps {
  readonly acts: readonly Act[];
  readonly found: Import;
  readonly acting: Acting;
  readonly onPress: (act: Act) => void;
}

const looks: Partial<Record<Act, "primary" | "danger">> = {
  send: "primary",
  post: "primary",
  undo: "danger",
};

function Acts({ acts, found, acting, onPress }: ActsProps): ReactElement | null {
  const { act: words } = useMessages(importsMessages);
  if (acts.length === 0) return null;
  const atWork = found.progress > 0 || acting.busy !== null;
  return (
    <div className={css["buttons"]}>
      {acts.map((act) => (
        <Button
          key={act}
          width="full"
          look={looks[act] ?? "outline"}
          blocked={atWork}
          onClick={() => onPress(act)}
        >
          {words[act]}
        </Button>
      ))}
    </div>
  );
}

function actsOf(found: Import, officer: Officer): Act[] {
  const prepares = officer.may("imports.prepare");
  const posts = officer.may("imports.post");
  if (found.state === "draft" && prepares) {
    return found.isChecked && found.findings === 0 ? ["send", "discard"] : ["discard"];
  }
  if (found.state === "prepared") {
    const acts: Act[] = posts && !found.own ? ["post", "return"] : [];
    return prepares ? [...acts, "discard"] : acts;
  }
  const undoes = found.isTracked && found.postedBy !== officer.staffNo;
  return found.state === "posted" && posts && undoes ? ["undo"] : [];
}

function noteOf(found: Import, officer: Officer, { one, act }: ImportsWords): string {
  const posts = officer.may("imports.post");
  if (found.state === "draft") {
    if (found.files.length === 0) return one.empty;
    if (found.findings === 1) return one.wrongOne;
    if (found.findings > 0) return fill(one.wrong, { count: formatCount(found.findings) });
    return found.isChecked ? one.sound : one.notChecked;
  }
  if (found.state === "prepared") {
    if (!posts) return act.waits;
    return found.own ? act.own : act.posts;
  }
  if (found.state !== "posted" || !posts) return "";
  if (!found.isTracked) return act.untracked;
  return found.postedBy === officer.staffNo ? act.ownUndo : act.posted;
}
