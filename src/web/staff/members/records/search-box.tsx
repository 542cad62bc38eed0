import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import { fill } from "#shared/language.ts";
import { Icon } from "#web/ui/icon.tsx";
import text from "#web/ui/text.module.css";
import type { Hit, Search } from "./search.ts";
import css from "./search.module.css";

export interface SearchBoxProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly search: Search;
  readonly onChoose: (hit: Hit) => void;
}

/**
 * A combobox by the WAI-ARIA pattern: the focus stays in the field and the arrows move through the
 * list below it. Enter opens, Escape closes the list and then clears the field.
 */
export function SearchBox({ typed, onTyped, search, onChoose }: SearchBoxProps): ReactElement {
  const words = useMessages(memberSearchMessages).search;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useList(search);
  const { hits, active } = list;
  const type = (value: string): void => {
    list.open();
    onTyped(value);
  };
  const clear = (): void => {
    type("");
    field.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const only = hits.length === 1 ? hits[0] : undefined;
    const moved = list.move(event.key);
    if (event.key === "Escape" && !list.close()) type("");
    const chosen = hits[active] ?? only;
    if (event.key === "Enter" && chosen && !list.stale) onChoose(chosen);
    if (moved || event.key === "Escape" || event.key === "Enter") event.preventDefault();
  };
  return (
    <div className={css["box"]}>
      <label htmlFor={id}>{words.label}</label>
      <div className={css["control"]}>
        <Icon name="search" />
        <input
          ref={field}
          id={id}
          role="combobox"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          placeholder={words.placeholder}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[active] ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-hint`}
        />
        {typed !== "" && (
          <button type="button" className={css["clear"]} onClick={clear}>
            {words.clear}
          </button>
        )}
      </div>
      <p className={css["hint"]} id={`${id}-hint`}>
        {words.hint}
      </p>
      <p className={text["hidden"]} role="status">
        {useSaid(search, typed)}
      </p>
      <Options id={id} list={list} onChoose={onChoose} />
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly list: List;
  readonly onChoose: (hit: Hit) => void;
}

function Options({ id, list, onChoose }: OptionsProps): ReactElement {
  const words = useMessages(memberSearchMessages).search;
  return (
    <ul
      role="listbox"
      id={`${id}-list`}
      aria-label={words.list}
      className={css["hits"]}
      aria-busy={list.stale || undefined}
      hidden={list.hits.length === 0}
    >
      {list.hits.map((hit, at) => (
        <Option
          key={hit.memberNo}
          id={`${id}-${at}`}
          hit={hit}
          active={at === list.active}
          onPoint={() => list.point(at)}
          onChoose={() => onChoose(hit)}
        />
      ))}
    </ul>
  );
}

interface OptionProps {
  readonly id: string;
  readonly hit: Hit;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, hit, active, onPoint, onChoose }: OptionProps): ReactElement {
  const { search, fields } = useMessages(memberSearchMessages);
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const mark = (matched: Hit["matched"], value: string): ReactElement =>
    hit.matched === matched ? <b>{value}</b> : <span>{value}</span>;
  return (
    // The field has the focus and handles the keys, as the pattern requires.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      className={css["hit"]}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className={css["name"]}>{mark("name", hit.name)}</span>
      <span className={css["number"]}>{mark("memberNo", hit.memberNo)}</span>
      <span className={css["more"]}>
        {hit.mobile && (
          <span>
            {fields.mobile} {mark("mobile", hit.mobile)}
          </span>
        )}
        {hit.nationalId && (
          <span>
            {fields.idNo} {mark("nationalId", hit.nationalId)}
          </span>
        )}
      </span>
      <span className={css["matched"]}>{search.matched[hit.matched]}</span>
    </li>
  );
}

interface List {
  readonly hits: readonly Hit[];
  /** The option reached by the arrows; −1 if there is none. */
  readonly active: number;
  /** The hits are still those of the previous text. */
  readonly stale: boolean;
  readonly open: () => void;
  /** Whether there was a list to close. */
  readonly close: () => boolean;
  readonly point: (at: number) => void;
  /** Whether the key is one that moves through the list. */
  readonly move: (key: string) => boolean;
}

/** The list below the field: open or closed, and its active option. */
function useList(search: Search): List {
  const found = search.state === "loaded" ? search.data : null;
  const [closed, setClosed] = useState(false);
  const [reached, setReached] = useState<{ in: unknown; at: number }>({ in: null, at: -1 });
  const hits = closed || found === null ? [] : found.hits;
  // A position in earlier hits is meaningless here.
  const active = reached.in === found ? reached.at : -1;
  const reach = (at: number): void => setReached({ in: found, at });
  return {
    hits,
    active,
    stale: search.state === "loaded" && search.changing,
    open: () => setClosed(false),
    close: () => {
      if (hits.length > 0) setClosed(true);
      return hits.length > 0;
    },
    point: reach,
    move: (key) => {
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      if (step === 0) return false;
      const count = found?.hits.length ?? 0;
      setClosed(false);
      // The position before the first is the field itself, as is the one after the last.
      if (count > 0) reach(((active + 1 + step + count + 1) % (count + 1)) - 1);
      return true;
    },
  };
}

/** The progress of the search, for screen readers. */
function useSaid(search: Search, typed: string): string {
  const words = useMessages(memberSearchMessages).search;
  if (search.state === "short") return words.short;
  if (search.state === "limited") return words.limited;
  if (search.state !== "loaded" || search.changing) return "";
  const { hits, more } = search.data;
  if (hits.length === 0) return fill(words.none, { search: typed.trim() });
  if (more) return fill(words.foundMore, { count: hits.length });
  return hits.length === 1 ? words.foundOne : fill(words.found, { count: hits.length });
}
