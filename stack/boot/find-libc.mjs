/** Returns the C library of this machine as npm names it. */
export function findLibc() {
  // Network interfaces take most of a report's time.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}
