const START = '<!-- tables of npm run capacity -->'
const END = '<!-- end of the tables -->'

/**
 * Replaces the generated tables of a document.
 *
 * @throws {Error} when it has no marks.
 */
export function replaceTables(document: string, tables: string): string {
  const [before, rest] = document.split(START)
  const [, after] = rest?.split(END) ?? []
  if (before === undefined || after === undefined) {
    throw new Error(`The document needs the lines "${START}" and "${END}".`)
  }
  return `${before}${START}\n\n${tables}\n\n${END}${after}`
}
