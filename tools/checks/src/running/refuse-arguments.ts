/**
 * Ends the process if it has arguments: a mistyped or unknown option must not pass unnoticed.
 *
 * @param command - As the user typed it.
 */
export function refuseArguments(command: string): void {
  const [argument] = process.argv.slice(2)
  if (argument === undefined) return
  process.stderr.write(`✗ Unknown argument "${argument}": ${command} takes none.\n`)
  process.exit(1)
}
