export const number = (value: number | bigint): string => value.toLocaleString("en");

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
