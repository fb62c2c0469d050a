import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const SOURCES = '{accounts,base,game,login,wallet,walletconnect}/*/src/**/*.ts'
const CREATION = 'createPublicClient({'

/**
 * Returns the places that create a client of a chain without `ccipRead: false`: a contract could make it request a URL
 * (EIP-3668).
 */
export async function ccipClients(): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const found: string[] = []
  for await (const file of glob(SOURCES, options)) {
    if (file.endsWith('.test.ts') || file.includes('/testing/')) continue
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    if (unguardedClients(text) > 0)
      found.push(`${file}: createPublicClient without ccipRead: false`)
  }
  return found
}

/** Returns the number of clients in a source that follow contracts to URLs. */
export function unguardedClients(text: string): number {
  const [, ...creations] = text.split(CREATION)
  return creations.filter((rest) => !/\bccipRead: false\b/.test(argumentOf(rest))).length
}

/** Text before the bracket that ends the argument. */
function argumentOf(rest: string): string {
  let depth = 1
  for (const [index, character] of [...rest].entries()) {
    if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    if (depth === 0) return rest.slice(0, index)
  }
  return rest
}
