import type { ClientSourceUseEvent } from "@attestory/events/client-source-events.ts";
import { it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { clientSourceUses, mostOfSource } from "./client-source-uses.ts";

const sourceId = "3b8e5d1a-7c24-4f60-8a19-c5d2e7f40b63";
const used = (applicationId: string): ClientSourceUseEvent => ({
  type: "ClientSourceUsed",
  data: { sourceId, applicationId },
});

it("CM-27 takes a limited number of applications from an entry, each once", () => {
  const past = given(clientSourceUses);
  const full = Array.from({ length: mostOfSource }, (_, at) => used(`${at}`));
  past(...full.slice(1))
    .when({ type: "use", sourceId, applicationId: "0" })
    .gives(used("0"));
  past(...full)
    .when({ type: "use", sourceId, applicationId: "0" })
    .gives();
  past(...full)
    .when({ type: "use", sourceId, applicationId: "new" })
    .refuses("source-used-up");
});
