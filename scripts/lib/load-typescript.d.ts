/** Compiles a TypeScript file of the clone for Node 20; returns its path. */
export function bundleTypescript(path: string): Promise<string>;
