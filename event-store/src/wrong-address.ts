/** The server's client does not accept the connection string. The message does not quote it, as it contains a password. */
export class WrongAddress extends TypeError {
  override name = "WrongAddress";

  /** @param variable the environment variable that holds the connection string */
  constructor(variable: string, what: string) {
    super(`${variable} ${what}`);
  }
}
