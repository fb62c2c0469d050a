import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** Schemas whose keys are environment variables. */
const SOURCES = [
  'stack/src/settings.ts',
  'game/service/src/config.ts',
  'wallet/service/src/config.ts',
  'login/custody/src/config.ts',
  'login/vault/src/config.ts',
  'accounts/bundler/src/config.ts',
  'walletconnect/relay/src/config.ts',
  'base/server/src/drain.ts',
  'base/server/src/tracing/trace-config.ts',
]
const DECLARED = /^ {2}([A-Z][A-Z_]+): /gm
const DOCUMENTED = /^\| `([A-Z][A-Z_]+)` \|/gm
/** Variables read without a schema. */
const WITHOUT_SCHEMA = [
  'CHROMIUM',
  'TEST_DEEP',
  'TEST_POSTGRES_PROGRAMS',
  // Read by OpenTelemetry's exporter.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
]

/** Returns variables without a row in docs/configuration.md, and rows without a variable. */
export async function undocumentedVariables(): Promise<readonly string[]> {
  const declared = new Set(WITHOUT_SCHEMA)
  for (const file of SOURCES) {
    for (const name of await namesIn(file, DECLARED)) declared.add(name)
  }
  const documented = new Set(await namesIn('docs/configuration.md', DOCUMENTED))
  return [
    ...[...declared.difference(documented)].map(
      (name) => `${name} has no row in docs/configuration.md`,
    ),
    ...[...documented.difference(declared)].map(
      (name) => `${name} in docs/configuration.md is not read anywhere`,
    ),
  ]
}

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, file), 'utf8')
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '')
}
