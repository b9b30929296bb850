import { resourceEvents } from "@attestory/events/api-events.ts";
import { resourceStream } from "@attestory/events/envelope.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** Which application has an identifier of an API. One that nobody has has no document. */
export interface ApiResourceDocument {
  id: string;
  applicationId: string;
}

/** Keyed by the stream of the identifier, because the identifier may be long. */
export const apiResources: Projection<ApiResourceDocument> = defineProjection({
  name: "apiResources@1",
  group: "authentication",
  personal: "sealed",
  indexes: {},
  keys: ({ data }) => [resourceStream(data.resource)],
  covers: resourceEvents,
  begin: {
    ResourceReserved: ({ data: { resource, applicationId } }) => ({ id: resourceStream(resource), applicationId }),
  },
  evolve: { ResourceReleased: () => null },
});
