/** What is stored has the format of another release, which this one cannot read. Nothing was changed. */
export class OldFormat extends Error {
  override name = "OldFormat";

  /** @param what the file or the log */
  constructor(what: string, found: number, expected: number) {
    super(`${what} has format ${found}, but this release reads format ${expected} only. Use the release that wrote it`);
  }
}
