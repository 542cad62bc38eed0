/** Asks the registry about the installed packages; `ok` is null when it did not answer in time. */
export function auditPackages(options?: {
  readonly env?: Readonly<Record<string, string>>;
  readonly within?: number;
}): Promise<
  readonly { readonly name: string; readonly ok: boolean | null; readonly words: string }[]
>;
