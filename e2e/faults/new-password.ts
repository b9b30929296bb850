import { randomUUID } from "node:crypto";

export const newPassword = (): string => `canary-${randomUUID()}`;
