/** Playwright's launch options: Debian's browser if installed, else the one it brought itself. */
export function launchOptions(): { executablePath?: string; args: string[] };
/** Installs a browser if there is none: Debian's if that needs no password. */
export function installBrowser(): Promise<void>;
