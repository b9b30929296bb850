import type { Parsed } from "../load-schemas.ts";

export type Method = Parsed<"stepUpBegun">["methods"][number];

/** A way to confirm that is typed in. */
export type FormMethod = Extract<Method, "password" | "totp" | "recovery_code">;

const typed: readonly Method[] = ["password", "totp", "recovery_code"] satisfies FormMethod[];

export const formMethodsOf = (methods: readonly Method[]): FormMethod[] =>
  methods.filter((method): method is FormMethod => typed.includes(method));
