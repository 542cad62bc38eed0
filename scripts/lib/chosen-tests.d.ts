export interface ChosenTests {
  readonly unit: readonly string[];
  readonly journeys: readonly string[];
  readonly title: string | undefined;
}

export function chooseTests(words: string): ChosenTests | null;
export function fastTests(): string[];
export function testFolders(): string[];
