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

/** The message of Linux's dynamic loader; it names one library at a time. */
const loaderMessage = /error while loading shared libraries: ([^\s:]+):/;

/** One line that names the missing shared library and how to install it; null if the program failed for another reason. */
export function missingLibrary(error: unknown): string | null {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const library = loaderMessage.exec(stderr)?.[1];
  if (library === undefined) return null;
  // The loader would report the next missing library only after this one, so this installs all of them together.
  const install = Object.hasOwn(packages, library)
    ? `apt-get install ${[...new Set(Object.values(packages))].join(" ")}`
    : `apt-get install the package that "apt-file search ${library}" names`;
  return `The shared library ${library} is missing. On Debian or Ubuntu: ${install}`;
}
