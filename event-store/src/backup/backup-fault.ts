/** The file is no backup, or not one that may be imported. `line` counts from 1; null if the fault is not of one line. */
export class BackupFault extends Error {
  override name = "BackupFault";
  readonly line: number | null;

  constructor(line: number | null, reason: string) {
    super(line === null ? reason : `line ${line}: ${reason}`);
    this.line = line;
  }
}
