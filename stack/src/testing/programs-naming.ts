import { glob, readFile } from 'node:fs/promises'

/** Finds running programs whose command line contains `text`; Linux only. */
export async function programsNaming(text: string): Promise<string[]> {
  const files = await Array.fromAsync(glob('/proc/[0-9]*/cmdline'))
  const commands = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(text))
}
