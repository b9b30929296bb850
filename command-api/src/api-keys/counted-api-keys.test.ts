import { randomUUID } from "node:crypto";
import type { CountedApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { describe, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { countedApiKeys, mostApiKeys } from "./counted-api-keys.ts";

const past = given(countedApiKeys);
const userId = randomUUID();
const counted = (keyId: string): CountedApiKeyEvent => ({ type: "ApiKeyCounted", data: { keyId, userId } });
const uncounted = (keyId: string): CountedApiKeyEvent => ({ type: "ApiKeyUncounted", data: { keyId, userId } });

describe("the API keys of a user", () => {
  const keys = Array.from({ length: mostApiKeys }, () => randomUUID());
  const [first = ""] = keys;
  const another = randomUUID();

  it("RC-12 KY-08 are counted until as many are as a user may have", () => {
    past(...keys.slice(1).map(counted))
      .when({ type: "count", keyId: another, userId })
      .gives(counted(another));
    past(...keys.map(counted))
      .when({ type: "count", keyId: another, userId })
      .refuses("full");
  });

  it("count once each, and no longer once they are uncounted", () => {
    past(...keys.map(counted))
      .when({ type: "count", keyId: first, userId })
      .gives();
    past(...keys.map(counted), uncounted(first))
      .when({ type: "count", keyId: another, userId })
      .gives(counted(another));
    past(counted(first)).when({ type: "uncount", keyId: first, userId }).gives(uncounted(first));
    past(counted(first), uncounted(first)).when({ type: "uncount", keyId: first, userId }).gives();
  });
});
