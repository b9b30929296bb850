import { isResource } from "../applications/find-api.ts";
import type { RequestRule } from "./request-rules.ts";

/** The API that a request asks for tokens of (RFC 8707 section 2). */
export const resourceOf = (sent: Pick<ReadonlyMap<string, string>, "get">): string | null =>
  sent.get("resource") ?? null;

export const namesReadableResource: RequestRule = ({ single }) => {
  const resource = resourceOf(single);
  return resource === null || isResource(resource)
    ? null
    : { error: "invalid_target", description: "resource must be one absolute URI without a fragment" };
};
