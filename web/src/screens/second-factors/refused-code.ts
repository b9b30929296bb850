import { ApiError, fieldsOf } from "../../api-error.ts";

/** The field errors of a refusal; of a wrong code, too, which the service may not call a wrong field. */
export const refusedCode = (error: unknown, field = "totpCode"): Readonly<Record<string, string>> =>
  isWrongCode(error) ? { [field]: error.problem.message } : fieldsOf(error);

type WrongCode = ApiError & { problem: { message: string } };

/** Whether the code was refused, and nothing else. */
export const isWrongCode = (error: unknown): error is WrongCode =>
  error instanceof ApiError && error.problem?.code === "invalid_code";
