interface Worded {
  readonly subject: string;
  readonly text: string;
}

interface InBoth {
  readonly en: Worded;
  readonly sw: Worded;
}

interface AuditSubject {
  readonly standard: InBoth;
  readonly own?: InBoth | undefined;
}

interface Named {
  readonly title: string;
  readonly when: string;
}

/**
 * Whether a message contains every search word: in its name, in when it is sent, or in its text in
 * either language. The standard text counts as well as the society's own, since people may remember
 * only that.
 */
export function holds({ standard, own }: AuditSubject, name: Named, search: string): boolean {
  const texts = [standard, ...(own ? [own] : [])].flatMap(({ en, sw }) => [en, sw]);
  const said = [name.title, name.when, ...texts.flatMap(({ subject, text }) => [subject, text])];
  const all = said.join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
