/** Debian's package of each library that the bundled Chromium loads. */
const packages: Readonly<Record<string, string>> = {
  "libexpat.so.1": "libexpat1",
  "libgcc_s.so.1": "libgcc-s1",
  "libnspr4.so": "libnspr4",
  "libnss3.so": "libnss3",
  "libnssutil3.so": "libnss3",
  "libplc4.so": "libnspr4",
  "libplds4.so": "libnspr4",
};

/** As the dynamic loader of Linux says it, of one library at a time. */
const loaderMessage = /error while loading shared libraries: ([^\s:]+):/;

/** One line that names the shared library which a program lacks and says how to install it; null if it failed for another reason. */
export function missingLibrary(error: unknown): string | null {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const library = loaderMessage.exec(stderr)?.[1];
  if (library === undefined) return null;
  // The next missing one would only be told after this one: all of them are installed together.
  const install = Object.hasOwn(packages, library)
    ? `apt-get install ${[...new Set(Object.values(packages))].join(" ")}`
    : `apt-get install the package that "apt-file search ${library}" names`;
  return `The shared library ${library} is missing. On Debian or Ubuntu: ${install}`;
}
