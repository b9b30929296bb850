import type { Parsed } from "../load-schemas.ts";

export type Method = Parsed<"stepUpBegun">["methods"][number];

/** A way to confirm that is typed in. */
export type FormMethod = Exclude<Method, "hardware_key">;

export const formMethodsOf = (methods: readonly Method[]): FormMethod[] =>
  methods.filter((method) => method !== "hardware_key");
