/** A connection string is none that its server's client takes. What it says is not quoted: a password stands in it. */
export class WrongAddress extends TypeError {
  override name = "WrongAddress";

  /** @param variable of the environment that it was told by */
  constructor(variable: string, what: string) {
    super(`${variable} ${what}`);
  }
}
