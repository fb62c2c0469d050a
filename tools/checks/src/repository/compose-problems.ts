import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { parse } from 'yaml'
import * as z from 'zod'

/** Each list is given to `docker compose` together. */
const PROJECTS = [['compose.yaml'], ['compose.yaml', 'ops/cluster/compose.yaml']]

const Networks = z.union([z.array(z.string()), z.record(z.string(), z.unknown())])

const Logging = z.strictObject({
  driver: z.literal('json-file'),
  options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
})

/** The keys of the Compose specification that we use, so that a block at a wrong place is refused. */
const Service = z.strictObject({
  build: z.optional(z.unknown()),
  cap_drop: z.optional(z.tuple([z.literal('ALL')])),
  command: z.optional(z.unknown()),
  configs: z.optional(z.array(z.strictObject({ source: z.string(), target: z.string() }))),
  depends_on: z.optional(z.record(z.string(), z.unknown())),
  environment: z.optional(z.record(z.string(), z.unknown())),
  healthcheck: z.optional(z.unknown()),
  image: z.optional(z.string()),
  init: z.optional(z.boolean()),
  logging: z.optional(Logging),
  mem_limit: z.optional(z.string().regex(/^\d+[mg]$/)),
  networks: z.optional(Networks),
  ports: z.optional(z.array(z.string())),
  profiles: z.optional(z.array(z.string())),
  read_only: z.optional(z.boolean()),
  restart: z.optional(z.string()),
  security_opt: z.optional(z.array(z.string())),
  stop_grace_period: z.optional(z.string()),
  sysctls: z.optional(z.record(z.string(), z.number())),
  tmpfs: z.optional(z.array(z.string())),
  volumes: z.optional(z.array(z.string())),
})
type Service = z.infer<typeof Service>

const ComposeFile = z.object({
  services: z.record(z.string(), Service),
  configs: z.optional(z.record(z.string(), z.strictObject({ content: z.string() }))),
  networks: z.optional(z.record(z.string(), z.strictObject({ ipam: z.unknown() }))),
  volumes: z.optional(z.record(z.string(), z.null())),
})
type ComposeFile = z.infer<typeof ComposeFile>

/** Lists parts of the compose files that `docker compose` would refuse: misplaced keys, and undeclared names. */
export async function composeProblems(): Promise<readonly string[]> {
  const lists = await Promise.all(
    PROJECTS.map(async (files) => {
      const texts = await Promise.all(
        files.map((file) => readFile(join(repositoryRoot, file), 'utf8')),
      )
      const problems = [...problemsIn(texts), ...missingLimits(texts)]
      return problems.map((problem) => `${files.join(' with ')}: ${problem}`)
    }),
  )
  return lists.flat()
}

/** The same, for the texts of the files of one project. */
export function problemsIn(texts: readonly string[]): readonly string[] {
  const results = texts.map((text) => ComposeFile.safeParse(parse(text, { merge: true })))
  const files = results.flatMap(({ data }) => data ?? [])
  if (files.length < texts.length) {
    return results.flatMap(({ error }) => (error === undefined ? [] : z.prettifyError(error)))
  }
  const declared = {
    service: namesOf(files, 'services'),
    config: namesOf(files, 'configs'),
    network: namesOf(files, 'networks').add('default'),
    volume: namesOf(files, 'volumes'),
  }
  const services = files.flatMap(({ services }) => Object.entries(services))
  const undeclared = services.flatMap(([name, service]) =>
    usedNames(service)
      .filter(([kind, used]) => !declared[kind].has(used))
      .map(([kind, used]) => `${name} uses the ${kind} ${used}, which is not declared`),
  )
  const started = services.filter(([, { image, build }]) => image ?? build).map(([name]) => name)
  const empty = [...declared.service.difference(new Set(started))]
  return [...undeclared, ...empty.map((name) => `${name} has neither an image nor a build`)]
}

/** Limits of every service: one that fails must not take the disk or the memory of the others. */
const LIMITS = ['logging', 'mem_limit'] as const
/** Limits of those that run our image, which write nothing to it. */
const LIMITS_OF_OURS = ['read_only', 'cap_drop', 'security_opt'] as const

/** Lists services without a limit, in the texts of the files of one project. */
export function missingLimits(texts: readonly string[]): readonly string[] {
  const merged: Record<string, Service> = {}
  for (const text of texts) {
    const { services } = ComposeFile.parse(parse(text, { merge: true }))
    for (const [name, service] of Object.entries(services))
      merged[name] = Object.assign({}, merged[name], service)
  }
  return Object.entries(merged).flatMap(([name, service]) => {
    const isOurs = String(service.command).includes('src/bin/') || service.read_only === true
    const limits = [...LIMITS, ...(isOurs ? LIMITS_OF_OURS : [])]
    return limits.flatMap((limit) =>
      service[limit] === undefined ? [`${name} has no ${limit}`] : [],
    )
  })
}

type Kind = 'service' | 'config' | 'network' | 'volume'

function namesOf(files: readonly ComposeFile[], section: keyof ComposeFile): Set<string> {
  return new Set(files.flatMap((file) => Object.keys(file[section] ?? {})))
}

function usedNames(service: Service): [Kind, string][] {
  const { networks = [] } = service
  const names = (kind: Kind, list: readonly string[]) =>
    list.map((name): [Kind, string] => [kind, name])
  return [
    ...names('service', Object.keys(service.depends_on ?? {})),
    ...names('config', service.configs?.map(({ source }) => source) ?? []),
    ...names('network', Array.isArray(networks) ? networks : Object.keys(networks)),
    ...names('volume', namedVolumes(service)),
  ]
}

/** Mounts that begin with a path are files of the host. */
function namedVolumes({ volumes = [] }: Service): string[] {
  return volumes.map((mount) => mount.split(':')[0] ?? '').filter((name) => !/^[./]/.test(name))
}
