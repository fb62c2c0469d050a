import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const SERVICES = 'BUNDLER|CUSTODY|GAME|OTEL|RELAY|VAULT|WALLET'
/** `BUNDLER_URL` is a variable of `npm start`. */
const DOCUMENTED = new RegExp(`^\\| \`((?:${SERVICES})_(?!URL\`)[A-Z_]+)\` \\|`, 'gm')
/** A variable of a service or of all in compose.yaml, or a default of the image. */
const PASSED = new RegExp(
  `^ {2}(?: {4})?((?:${SERVICES})_[A-Z_]+):|\\b((?:${SERVICES})_[A-Z_]+)=`,
  'gm',
)

/** Returns the documented variables of the services that compose.yaml and the image do not set or pass on. */
export async function composeVariables(): Promise<readonly string[]> {
  const [documented, composed, image] = await Promise.all([
    namesIn('docs/configuration.md', DOCUMENTED),
    namesIn('compose.yaml', PASSED),
    namesIn('Dockerfile', PASSED),
  ])
  const passed = new Set([...composed, ...image])
  return documented
    .filter((name) => !passed.has(name))
    .map((name) => `${name} is documented, but compose.yaml does not pass it on`)
}

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, file), 'utf8')
  return [...text.matchAll(pattern)].map(([, key, setting]) => key ?? setting ?? '')
}
