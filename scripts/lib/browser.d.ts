/** How Playwright launches the browser: Debian's where it is, else the one it brought itself. */
export function launchOptions(): { executablePath?: string; args: string[] };
/** Installs a browser if there is none: Debian's where that can be done unasked. */
export function installBrowser(): Promise<void>;
