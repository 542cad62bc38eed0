import type { Language } from "#shared/language.ts";
import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import {
  Fragment,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { classes } from "./classes.ts";
import { Sheet } from "./dialog.tsx";
import { Icon, type IconName } from "./icon.tsx";
import css from "./shell.module.css";
import text from "./text.module.css";
import { useSignOut } from "./sign-out.ts";
import { LinkedAccount } from "./linked-account.tsx";
import { LanguageSwitch, ThemeSwitch, TopBar, topBarCss as bar } from "./top-bar.tsx";

/** The badge of a menu entry. */
export interface Waiting {
  /** The count; nothing is shown where it is empty. */
  readonly count: string;
  /** A longer text, for screen readers and on hover. */
  readonly note?: string;
  /** Some items are late, or soon will be. */
  readonly isUrgent?: boolean;
}

export interface ShellEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly waiting?: Waiting | undefined;
  /** A second address at which the entry is the current one. */
  readonly alsoAt?: readonly string[];
}

/** Entries that belong together, under a heading where there are several such groups. */
export interface ShellGroup {
  readonly name?: string;
  readonly entries: readonly ShellEntry[];
}

export interface ShellProps {
  /** The side menu, and the whole menu of a phone. */
  readonly menu: readonly ShellGroup[];
  /** The personal entries, next to Log Out. */
  readonly own: readonly ShellEntry[];
  /** The bar at the bottom of a phone, four entries at most; Menu opens the rest. */
  readonly shortMenu: readonly ShellEntry[];
  /** The person signed in, in the header: role and name; a narrow screen hides the role. */
  readonly role: string;
  readonly who: string;
  /** A shorter form, for a narrow screen. */
  readonly shortWho?: string;
  /** Keeps a language that the person changed to. */
  readonly onLanguage?: ((language: Language) => void) | undefined;
  /**
   * Further items of the header that only some users see, such as the links that the specification
   * hides.
   */
  readonly hidden?: ReactNode;
  readonly children: ReactNode;
}

/** The shell around every page of people signed in. */
export function Shell(props: ShellProps): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TopBar home={paths.app}>
        <HeaderTools {...props} />
      </TopBar>
      <div className={css["frame"]}>
        <SideMenu {...props} />
        <main id="main" className={css["main"]}>
          {props.children}
        </main>
      </div>
      <BottomBar menu={props.shortMenu} onMenu={() => setOpen(true)} />
      {open && <Drawer {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function HeaderTools({ role, who, shortWho = who, hidden, onLanguage }: ShellProps): ReactElement {
  const words = useMessages(signedInMessages).menu;
  const signOut = useSignOut();
  return (
    <>
      {hidden}
      <ThemeSwitch className={classes(bar["tool"], bar["atDesk"])} />
      <LanguageSwitch onChanged={onLanguage} />
      <span className={classes(bar["separator"], bar["atDesk"])} />
      <span className={bar["who"]}>
        <span className={bar["optional"]}>{role} </span>
        <b className={bar["wholeWho"]}>{who}</b>
        <b className={bar["shortWho"]}>{shortWho}</b>
      </span>
      <button type="button" className={classes(bar["tool"], bar["atDesk"])} onClick={signOut}>
        <Icon name="out" />
        {words.logOut}
      </button>
    </>
  );
}

type MenuProps = Pick<ShellProps, "menu" | "own">;

interface EntriesProps {
  readonly entries: readonly ShellEntry[];
  readonly onGo?: (() => void) | undefined;
}

/** Whether an entry is the current page. */
function isCurrent({ to, alsoAt = [] }: ShellEntry, pathname: string): boolean {
  const at = pathname.replace(/\/$/, "").toLowerCase();
  return [to, ...alsoAt].some((address) => address.toLowerCase() === at);
}

interface GroupsProps extends Pick<EntriesProps, "onGo"> {
  readonly menu: readonly ShellGroup[];
}

function Groups({ menu, onGo }: GroupsProps): ReactElement[] {
  const id = useId();
  return menu.map(({ name, entries }, at) => (
    <Fragment key={name ?? at}>
      {name !== undefined && (
        <p id={`${id}${at}`} className={css["name"]}>
          {name}
        </p>
      )}
      <ul aria-labelledby={name === undefined ? undefined : `${id}${at}`}>
        <Entries entries={entries} onGo={onGo} />
      </ul>
    </Fragment>
  ));
}

function Entries({ entries, onGo }: EntriesProps): ReactElement {
  const { pathname } = useNavigation().address;
  return (
    <>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link
            className={css["entry"]}
            to={entry.to}
            onClick={onGo}
            aria-current={isCurrent(entry, pathname) ? "page" : undefined}
          >
            <Icon name={entry.icon} />
            {entry.label}
            {entry.waiting?.count && <Count {...entry.waiting} />}
          </Link>
        </li>
      ))}
    </>
  );
}

/**
 * A count with a note has a separate text for screen readers; otherwise they would read its hover
 * text as well.
 */
function Count({ count, note, isUrgent }: Waiting): ReactElement {
  return (
    <>
      <span
        className={classes(css["count"], isUrgent && css["pressing"])}
        title={note || undefined}
        aria-hidden={note ? true : undefined}
      >
        {count}
      </span>
      {note && <span className={text["hidden"]}>{`${count}, ${note}`}</span>}
    </>
  );
}

function LogOut({ onGo }: { readonly onGo?: () => void }): ReactElement {
  const words = useMessages(signedInMessages).menu;
  const signOut = useSignOut();
  const press = (): void => {
    // A drawer closes first, because a confirmation may follow.
    onGo?.();
    signOut();
  };
  return (
    <button type="button" className={css["entry"]} onClick={press}>
      <Icon name="out" />
      {words.logOut}
    </button>
  );
}

function SideMenu({ menu, own }: MenuProps): ReactElement {
  const words = useMessages(signedInMessages).menu;
  const side = useRef<HTMLElement>(null);
  // On a low screen the menu scrolls separately, so the current entry is scrolled into view.
  useEffect(() => {
    side.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <nav
      ref={side}
      className={classes(css["side"], menu.length > 1 && css["dense"])}
      aria-label={words.label}
    >
      <Groups menu={menu} />
      <ul className={css["apart"]} aria-label={words.you}>
        <Entries entries={own} />
        <LinkedAccount className={css["entry"]} />
        <li>
          <LogOut />
        </li>
      </ul>
    </nav>
  );
}

interface BarProps {
  readonly menu: readonly ShellEntry[];
  readonly onMenu: () => void;
}

function BottomBar({ menu, onMenu }: BarProps): ReactElement {
  const words = useMessages(signedInMessages).menu;
  const { pathname } = useNavigation().address;
  return (
    <nav className={css["bottom"]} aria-label={words.main}>
      {menu.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          aria-current={isCurrent(entry, pathname) ? "page" : undefined}
        >
          <Icon name={entry.icon} />
          {entry.label}
        </Link>
      ))}
      <button type="button" onClick={onMenu} aria-haspopup="dialog">
        <Icon name="menu" />
        {words.short.menu}
      </button>
    </nav>
  );
}

/** The whole menu on a phone: the same labels in the same order, then Theme, and Log Out last. */
function Drawer(props: MenuProps & { readonly onClose: () => void }): ReactElement {
  const { menu, own, onClose } = props;
  const words = useMessages(signedInMessages).menu;
  return (
    <Sheet label={words.whole} onClose={onClose}>
      <nav className={css["sheet"]} aria-label={words.whole}>
        <Groups menu={menu} onGo={onClose} />
        <ul className={css["apart"]} aria-label={words.you}>
          <Entries entries={own} onGo={onClose} />
          <LinkedAccount className={css["entry"]} />
          <li>
            <ThemeSwitch className={css["entry"]} />
          </li>
          <li>
            <LogOut onGo={onClose} />
          </li>
        </ul>
      </nav>
    </Sheet>
  );
}
