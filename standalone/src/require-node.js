// Imported, or run, before anything that an older Node cannot load. In JavaScript that an older Node understands, for the same reason.

/** The oldest Node that runs this; `engines` in package.json says the same. */
const oldest = 24;

/**
 * One line that says why this version of Node is too old, or null.
 * @param {string} version
 * @returns {string | null}
 * @public Tests call it.
 */
export function refusalOf(version) {
  if (Number.parseInt(version, 10) >= oldest) return null;
  return `attestory: Node ${oldest} or newer is required, and this is Node ${version}. Run "npm ci", which installs one, and start this by npm or npx.`;
}

const refusal = refusalOf(process.versions.node);
if (refusal !== null) {
  process.stderr.write(`${refusal}\n`);
  // As in sysexits.h: wrong configuration.
  process.exit(78);
}
