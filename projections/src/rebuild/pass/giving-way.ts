import { namesIn } from "../../read-models/projection.ts";
import type { BuildMessage, BuildRequest } from "../build-behind.ts";

/**
 * The request of a build that calls `giveWay` once people can sign in: at once, or when what authentication needs was built. Until then
 * nobody is served by what the build would make room for.
 */
export function givingWay(request: BuildRequest, giveWay: () => void): BuildRequest {
  const { projections, unserved = [] } = request;
  const waitedFor = namesIn(
    "authentication",
    projections.filter((one) => unserved.includes(one)),
  );
  if (waitedFor.length === 0) {
    giveWay();
    return request;
  }
  const send = (message: BuildMessage) => {
    request.send(message);
    if (message.kind === "built" && waitedFor.every((name) => message.projections.includes(name))) giveWay();
  };
  return { ...request, send };
}
