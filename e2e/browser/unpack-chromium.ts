import chromium from "@sparticuz/chromium";

// Unpacks into TMPDIR, which the caller sets.
await chromium.executablePath();
