import { type ListenOptions, listen } from "./listen.ts";

/** The service cannot listen on the configured address. */
class AddressFault extends Error {
  override name = "AddressFault";
}

/** As `listen`, but an error names the variable that sets the port, or the host, and says what to do. @throws AddressFault */
export const listenAt = (variable: string, handler: Parameters<typeof listen>[0], options: ListenOptions) =>
  listen(handler, options).catch((error: NodeJS.ErrnoException) => {
    throw new AddressFault(faultOf(error, variable, options));
  });

function faultOf(
  { code = "", message }: NodeJS.ErrnoException,
  variable: string,
  { host, port }: ListenOptions,
): string {
  switch (code) {
    case "EADDRINUSE":
      return `${variable} ${port} is in use by another process at HOST ${host}, perhaps by another Attestory: stop it, or set ${variable} to a free port`;
    case "EACCES":
      return `${variable} ${port} is reserved for the system's administrator: set ${variable} to a port from 1024 on`;
    case "EADDRNOTAVAIL":
      return `HOST ${host} is no address of this machine: set HOST to one of its own, or to 0.0.0.0 for all of them`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST ${host} cannot be found: set HOST to an address of this machine, or to 0.0.0.0 for all of them`;
    default:
      return `HOST ${host} and ${variable} ${port} cannot be listened on: ${message}`;
  }
}
