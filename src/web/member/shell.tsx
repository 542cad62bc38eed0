import { type ReactElement, type ReactNode, useState } from "react";
import { useWords } from "#web/lib/language.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { classes } from "#web/ui/classes.ts";
import { Sheet } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LanguageSwitch, ThemeSwitch, TopBar, topBarCss as bar } from "#web/ui/top-bar.tsx";
import { isCurrent, menu, shortMenu } from "./menu.ts";
import css from "./shell.module.css";
import { signOut } from "./sign-out.ts";

/** What stands around every page of the member zone. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TopBar home={paths.app}>
        <HeaderTools />
      </TopBar>
      <div className={css["frame"]}>
        <SideMenu />
        <main id="main" className={css["main"]}>
          {children}
        </main>
      </div>
      <BottomBar onMenu={() => setOpen(true)} />
      {open && <Drawer onClose={() => setOpen(false)} />}
    </>
  );
}

function HeaderTools(): ReactElement {
  const words = useWords().menu;
  const memberNo = useSessionState().session?.memberNo;
  return (
    <>
      {/* The specification has these two in the header and marks them hidden. */}
      <nav hidden>
        <Link to={paths.notes}>{words.notes}</Link>
        <Link to={paths.questions}>{words.questions}</Link>
      </nav>
      <ThemeSwitch className={classes(bar["tool"], bar["atDesk"])} />
      <LanguageSwitch />
      <span className={classes(bar["separator"], bar["atDesk"])} />
      <span className={bar["who"]}>
        <span className={bar["optional"]}>{words.memberNo} </span>
        <b>{memberNo}</b>
      </span>
      <button type="button" className={classes(bar["tool"], bar["atDesk"])} onClick={signOut}>
        <Icon name="out" />
        {words.logOut}
      </button>
    </>
  );
}

function Entries({ onGo }: { readonly onGo?: () => void }): ReactElement {
  const words = useWords().menu;
  const { pathname } = useNavigation().address;
  return (
    <>
      {menu.map(({ to, word, icon }) => (
        <li key={to}>
          <Link
            className={css["entry"]}
            to={to}
            onClick={onGo}
            aria-current={isCurrent(to, pathname) ? "page" : undefined}
          >
            <Icon name={icon} />
            {words[word]}
          </Link>
        </li>
      ))}
    </>
  );
}

function LogOut(): ReactElement {
  const words = useWords().menu;
  return (
    <button type="button" className={css["entry"]} onClick={signOut}>
      <Icon name="out" />
      {words.logOut}
    </button>
  );
}

function SideMenu(): ReactElement {
  const words = useWords().menu;
  return (
    <nav className={css["side"]} aria-label={words.label}>
      <ul>
        <Entries />
        <li className={css["apart"]}>
          <LogOut />
        </li>
      </ul>
    </nav>
  );
}

function BottomBar({ onMenu }: { readonly onMenu: () => void }): ReactElement {
  const words = useWords().menu;
  const { pathname } = useNavigation().address;
  return (
    <nav className={css["bottom"]} aria-label={words.main}>
      {shortMenu.map(({ to, word, icon }) => (
        <Link key={to} to={to} aria-current={isCurrent(to, pathname) ? "page" : undefined}>
          <Icon name={icon} />
          {words.short[word]}
        </Link>
      ))}
      <button type="button" onClick={onMenu} aria-haspopup="dialog">
        <Icon name="menu" />
        {words.short.menu}
      </button>
    </nav>
  );
}

/** The whole menu on a phone: the same words in the same order, then Theme, and Log Out last. */
function Drawer({ onClose }: { readonly onClose: () => void }): ReactElement {
  const words = useWords().menu;
  return (
    <Sheet label={words.whole} onClose={onClose}>
      <nav className={css["sheet"]} aria-label={words.whole}>
        <ul>
          <Entries onGo={onClose} />
          <li className={css["apart"]}>
            <ThemeSwitch className={css["entry"]} />
          </li>
          <li>
            <LogOut />
          </li>
        </ul>
      </nav>
    </Sheet>
  );
}
