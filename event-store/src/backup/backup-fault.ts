/**
 * What an operator may take on purpose: the backup of another service, one in which nobody is an active admin, or one from before the
 * master key was rotated.
 */
export type Acceptable = "foreign" | "without-admin" | "master-key";

/** The file is no backup, or not one that may be imported. `line` counts from 1; null if the fault is not of one line. */
export class BackupFault extends Error {
  override name = "BackupFault";
  readonly line: number | null;
  readonly acceptable: Acceptable | null;

  constructor(line: number | null, reason: string, acceptable: Acceptable | null = null) {
    super(line === null ? reason : `line ${line}: ${reason}`);
    this.line = line;
    this.acceptable = acceptable;
  }
}
