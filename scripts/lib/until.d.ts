export function until(what: string, isSo: () => unknown): Promise<void>;
