import chromium from "@sparticuz/chromium";

// Into TMPDIR; whoever starts this says where that is.
await chromium.executablePath();
