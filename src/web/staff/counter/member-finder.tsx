import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import { members } from "#shared/contract/counter/receiving.ts";
import { readMemberSearch } from "#shared/member-search.ts";
import { failureWords } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSettled } from "#web/lib/settled.ts";
import { Tip } from "#web/ui/tip.tsx";
import field from "#web/ui/field.module.css";
import css from "./counter.module.css";

/** The pause in typing after which the server is asked. */
const REST_MS = 250;

interface MemberFinderProps {
  readonly onChoose: (memberNo: string) => void;
  /** Whether it takes the focus, as after a receipt. */
  readonly focused: boolean;
}

/** Finds a member: the arrows move through those found, and Enter chooses one. */
export function MemberFinder({ onChoose, focused }: MemberFinderProps): ReactElement {
  const { receive: words } = useMessages(counterMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [reached, setReached] = useState(0);
  const { hits, said, failed } = useMembersFound(typed);
  const active = Math.min(reached, hits.length - 1);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const press = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setReached(Math.max(0, Math.min(active + step, hits.length - 1)));
    const chosen = hits[active];
    if (event.key === "Enter" && chosen) onChoose(chosen.memberNo);
    if (event.key === "Escape") setTyped("");
    if (step !== 0 || event.key === "Enter") event.preventDefault();
  };
  return (
    <div className={field["field"]}>
      <label className={field["label"]} htmlFor={id}>
        {words.find}
      </label>
      <div className={field["control"]}>
        <input
          ref={input}
          id={id}
          role="combobox"
          value={typed}
          placeholder={words.findHint}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setReached(0);
          }}
          onKeyDown={press}
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[active] ? `${id}-${active}` : undefined}
        />
      </div>
      <p className={field["hint"]} role="status">
        {said}
      </p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <ul role="listbox" id={`${id}-list`} aria-label={words.hits} className={css["hits"]}>
        {hits.map(({ memberNo, name, mobile }, at) => (
          // The field has the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={memberNo}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className={css["hit"]}
            onPointerMove={() => setReached(at)}
            onClick={() => onChoose(memberNo)}
          >
            <span>{name}</span>
            <span className={css["quiet"]}>{`${memberNo} ${mobile}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The members that match the text, never those of an earlier text. */
function useMembersFound(typed: string) {
  const all = useWords();
  const { receive: words } = useMessages(counterMessages);
  const wanted = typed.trim();
  const asked = useSettled(wanted, REST_MS);
  const enabled = readMemberSearch(asked) !== null;
  const load = useRequest(members, { query: { search: asked } }, { enabled });
  const isCurrent = enabled && asked === wanted;
  if (!isCurrent || load.state === "loading") {
    const said = readMemberSearch(wanted) === null ? "" : words.findLoading;
    return { hits: [], said, failed: "" };
  }
  if (load.state === "failed") return { hits: [], said: "", failed: failureWords(load.error, all) };
  const { hits } = load.data;
  return { hits, said: hits.length === 0 ? words.findNone : "", failed: "" };
}
