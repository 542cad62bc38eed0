export function packageVersion(
  release: string,
  commit: { readonly at: number; readonly commit: string; readonly tags: readonly string[] },
): string;
