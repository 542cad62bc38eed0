import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useEffect, useRef } from "react";
import { giveBack, post, undo } from "#shared/contract/imports/posting.ts";
import { discard, send } from "#shared/contract/imports/desk.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useEvery } from "#web/lib/every.ts";
import { Unreachable } from "#web/lib/failure.ts";
import { showToast } from "#web/ui/toast.tsx";
import { type Import, useRenewImports } from "./import-data.ts";

/** The actions on an import once its files are valid. */
export type Act = "send" | "post" | "return" | "undo" | "discard";

/** The values sent with an action: the reason, and the digest of what was shown. */
interface Said {
  readonly reason: string;
  readonly shownDigest: string;
}

async function take(act: Act, importId: string, said: Said): Promise<void> {
  const request = { params: { importId } };
  const { reason, shownDigest } = said;
  if (act === "send") await call(send, { ...request, body: {} });
  if (act === "post") await call(post, { ...request, body: { shownDigest } });
  if (act === "return") await call(giveBack, { ...request, body: { reason } });
  if (act === "undo") await call(undo, { ...request, body: said });
  if (act === "discard") await call(discard, { ...request, body: { reason } });
}

export interface Acting {
  readonly busy: Act | null;
  /** The problem of the last action; null if there is none. */
  readonly failed: string | null;
  /** Takes the action on the version shown: the current import, unless another is given. */
  readonly run: (act: Act, reason: string, shown?: Import) => void;
  readonly forget: () => void;
}

/**
 * Takes actions on an import. It belongs to the page rather than the dialog, so that the dialog may
 * be closed while a posting runs. A running action is polled until it ends, even if another person
 * started it.
 */
export function useActing(found: Import, again: () => void, onDone: () => void): Acting {
  const { act: words } = useMessages(importsMessages);
  const renew = useRenewImports();
  const done: Readonly<Record<Act, string>> = {
    send: words.sent,
    post: words.posted,
    return: words.returned,
    undo: words.undone,
    discard: words.discarded,
  };
  const takeAndSay = async ({ act, ...values }: Said & { readonly act: Act }): Promise<void> => {
    try {
      await take(act, found.id, values);
      showToast({ kind: "success", text: done[act] });
      onDone();
    } finally {
      void renew();
    }
  };
  const { doing, failed, run, forget } = useAction(takeAndSay, {
    textOf: (general, error) => (error instanceof Unreachable ? words.lost : general),
  });
  useWorkUnderWay(found.progress > 0 || doing !== null, again);
  return {
    busy: doing && doing.act,
    failed,
    run: (act, reason, { shownDigest } = found) => run({ act, reason, shownDigest }),
    forget,
  };
}

function useWorkUnderWay(isUnderWay: boolean, again: () => void): void {
  const renew = useRenewImports();
  const was = useRef(false);
  useEvery(again, isUnderWay);
  useEffect(() => {
    if (was.current && !isUnderWay) void renew();
    was.current = isUnderWay;
  });
}
