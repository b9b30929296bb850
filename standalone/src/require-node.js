// Imported or run before anything that an older Node cannot load, so it is JavaScript that an older Node understands.

/** The oldest supported Node. The same as `engines` in package.json. */
const oldest = 24;

/**
 * One line that says why this version of Node is too old; null if it is not.
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
