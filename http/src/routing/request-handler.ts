import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers a request. A promise that rejects, like an error that is thrown, is answered by `failureHandler`. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** The path of a request, as it was sent. */
export const pathOf = ({ url = "" }: Pick<IncomingMessage, "url">): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};
