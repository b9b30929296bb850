import { browserStorage } from "../../../browser-storage.ts";

const key = "mail-test-failed";

/** Whether the last test email failed that this browser asked for. The service tells nobody else. */
export const hasMailTestFailed = (): boolean => browserStorage.getItem(key) !== null;

export const keepMailTest = ({ hasFailed }: { hasFailed: boolean }): void =>
  hasFailed ? browserStorage.setItem(key, "1") : browserStorage.removeItem(key);
