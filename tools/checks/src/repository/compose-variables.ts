import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REMOVED_SETTINGS } from '@bullring/server/config/removed-settings'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { parse } from 'yaml'
import * as z from 'zod'
import { SERVICES } from '../running/programs.ts'

/** Variables of OpenTelemetry that the services must reach. */
const TRACING = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG']
const IMAGE = /\b([A-Z][A-Z_]+)=/g

/** Returns the settings of the services that compose.yaml and the image do not set or pass on; the game's may be the keeper's. */
export async function composeVariables(): Promise<readonly string[]> {
  const image = new Set(await namesIn('Dockerfile', IMAGE))
  const problems: string[] = []
  for (const [service, settings] of Object.entries(SERVICES)) {
    const passed = new Set([...(await environmentOf('compose.yaml', service)), ...image])
    if (service === 'game') {
      for (const name of await environmentOf('compose.yaml', 'keeper')) passed.add(name)
    }
    const removed = Object.keys(REMOVED_SETTINGS).filter((name) =>
      name.startsWith(`${service.toUpperCase()}_`),
    )
    for (const name of [...Object.keys(settings), ...removed, ...TRACING]) {
      if (!passed.has(name)) problems.push(`compose.yaml does not pass ${name} to ${service}`)
    }
  }
  return problems
}

/** Variables that a cluster with one database omits. Only its index node reaches a chain to pay from. */
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
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '')
}
