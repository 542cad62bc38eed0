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
 * Whether a message holds every word that is looked for: in its name, in when it leaves, or in what
 * it says in either language. The standard words count beside own ones: whoever looks may have
 * only those in mind.
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
