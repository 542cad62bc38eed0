/** Makes a new folder in `parent` with the demo's data as of today, seeded once for each build. */
export function makeDemoFolder(parent?: string): Promise<string>;

/** The folder with the seeded data of this build and day. */
export function keptDemo(): Promise<string>;
