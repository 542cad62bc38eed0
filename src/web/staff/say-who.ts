/** A person as the office knows them: by the number, without `staff:` before it. */
export function sayWho(actor: string): string {
  return actor.replace(/^staff:/, "");
}
