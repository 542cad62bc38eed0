/** Compiles a TypeScript file of the clone for Node 20, into a folder; returns its path. */
export function bundleTypescript(path: string, folder?: string): Promise<string>;
