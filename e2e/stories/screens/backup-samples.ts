const file = "attestory-20260105T033600Z.sql";
const [takenAt, provenAt] = ["2026-01-05T03:36:04.120Z", "2026-01-05T03:36:13.430Z"];
/** What the service did, and proved, by itself. */
export const backups = {
  everySeconds: 86_400,
  taken: {
    at: takenAt,
    file,
    position: "47000",
    bytes: 31_457_280,
    events: 47_000,
    keys: 1203,
    isEncrypted: false,
    ms: 4120,
  },
  proven: {
    at: provenAt,
    file,
    position: "47000",
    events: 47_000,
    accounts: 1198,
    applications: 38,
    consents: 911,
    ms: 9310,
  },
  failed: null,
  exportedAt: null,
};
export const backupFailed = {
  at: takenAt,
  file,
  step: "proof",
  reason: "the backup lacks the event at position 46998",
};
