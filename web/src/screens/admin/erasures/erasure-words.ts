import type { Erasure } from "@attestory/query-api/admin/erasure-schema.ts";

type Reason = NonNullable<Erasure["reason"]>;

/** Why an admin erases an account. */
export const adminReasons = {
  requested: "The owner asked for it",
  legal: "The law demands it",
  misuse: "It was misused",
  test: "It was made to try the service",
};

/** Why an account was erased. */
export const whyErased: Readonly<Record<Reason, string>> = {
  ...adminReasons,
  own: "The owner deleted it",
  restored: "A backup had brought it back",
};
