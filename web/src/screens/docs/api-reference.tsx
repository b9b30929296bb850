import { Suspense } from "react";
import { onDemand } from "../../on-demand.tsx";
import { Card } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { C, P, Part } from "./prose.tsx";

const CallList = onDemand(() => import("./call-list.tsx").then((file) => file.CallList));

const problemSample = `{
  "message": "Please choose a username",
  "code": "invalid_fields",
  "fields": { "username": "Please choose a username" }
}`;

/** The rules for every call, and then all calls, whose code is loaded on demand. */
export function ApiReference() {
  return (
    <>
      <Part title="Rules for every call">
        <P>
          Bodies are JSON in UTF-8 with <C>content-type: application/json</C>; unknown fields are refused. Calls marked
          Token need <C>authorization: Bearer …</C>. Times are ISO 8601 in UTC, ids are UUIDs, absent values are{" "}
          <C>null</C>.
        </P>
        <P>
          A refusal has a status from 400 up and this body. <C>code</C> is for programs and does not change;{" "}
          <C>message</C> is for people.
        </P>
        <CodeBlock what="a refusal" code={problemSample} />
        <P>
          A 401 means that the token is no longer valid. A 429 or 503 says in <C>Retry-After</C> how many seconds to
          wait. The answer to a change has <C>X-Log-Position</C>, an opaque text; send it with a read to see that
          change.
        </P>
      </Part>
      <Part title="Calls">
        <Suspense
          fallback={
            <Card>
              <SkeletonRows count={5} label="Loading the calls" />
            </Card>
          }
        >
          <CallList />
        </Suspense>
      </Part>
    </>
  );
}
