import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { parse } from 'yaml'
import * as z from 'zod'

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

/** Of a cluster with one database, whose nodes but the index reach no chain to pay from. */
const NOT_IN_CLUSTER = ['GAME_DATABASE_READ_URL', 'GAME_FAUCET_PRIVATE_KEY']

/** Returns the variables of the game in compose.yaml that nodes of `ops/cluster/compose.yaml` do not have. */
export async function clusterVariables(): Promise<readonly string[]> {
  const [game, index] = await Promise.all([
    environmentOf('compose.yaml', 'game'),
    environmentOf('ops/cluster/compose.yaml', 'index1'),
  ])
  return game
    .filter((name) => !index.includes(name) && !NOT_IN_CLUSTER.includes(name))
    .map((name) => `${name} is in compose.yaml, but ops/cluster/compose.yaml does not pass it on`)
}

const ComposeFile = z.object({ services: z.record(z.string(), z.unknown()) })
const Service = z.object({ environment: z.record(z.string(), z.unknown()) })

async function environmentOf(file: string, service: string): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, file), 'utf8')
  const { services } = ComposeFile.parse(parse(text, { merge: true }))
  const { environment } = Service.parse(services[service])
  return Object.keys(environment)
}

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, file), 'utf8')
  return [...text.matchAll(pattern)].map(([, key, setting]) => key ?? setting ?? '')
}
