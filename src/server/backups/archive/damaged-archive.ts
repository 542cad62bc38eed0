/** Thrown when a file is not a complete, unchanged backup; its message is for the operator. */
export class DamagedArchive extends Error {
  override readonly name = "DamagedArchive";

  constructor(found: string) {
    super(`This backup cannot be used: ${found}. Nothing was written.`);
  }
}
