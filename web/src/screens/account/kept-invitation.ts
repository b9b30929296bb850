import { tabStorage } from "../../browser-storage.ts";

const key = "invitation";

/** The invitation that led to this tab: a reload finds it no longer in the address. */
export const keptInvitation = (): string | null => tabStorage.getItem(key);
export const keepInvitation = (invitation: string): void => tabStorage.setItem(key, invitation);
export const forgetInvitation = (): void => tabStorage.removeItem(key);
