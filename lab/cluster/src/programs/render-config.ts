import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/**
 * Writes a file of `ops/cluster` with the addresses and paths of this machine.
 *
 * @param replacements - Text of the committed file, and what stands for it here. Each must occur.
 */
export async function renderConfig(
  name: string,
  target: string,
  replacements: Readonly<Record<string, string>>,
): Promise<void> {
  let text = await readFile(join(repositoryRoot, 'ops/cluster', name), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`ops/cluster/${name} does not contain "${from}"`)
    text = text.replaceAll(from, to)
  }
  await writeFile(target, text, { mode: 0o644 })
}
