import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const BUDGET_KIB = 15
const ENTRY = 'virtual:entry'

/** Bundles modules with all dependencies but viem, for browsers; returns KiB after gzip. */
async function sizeOf(sources: readonly string[]): Promise<number> {
  const paths = sources.map((source) => fileURLToPath(new URL(`../${source}`, import.meta.url)))
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        external: /^viem/,
        preserveEntrySignatures: 'strict',
      },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) =>
          id === `\0${ENTRY}`
            ? paths.map((path) => `export * from '${path}'`).join('\n')
            : undefined,
      },
    ],
  })
  const { output } = result as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  return chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1_024
}

/** Bets with a session key and webhooks, on demand: encoding and signing for the module. */
const ON_DEMAND = new Set([
  './bot-link',
  './call-outcome',
  './read-webhook',
  './send-call',
  './session-limits',
  './webhook-client',
])

test(`calls, live events and transactions have less than ${BUDGET_KIB} KiB without viem`, async () => {
  const entries = Object.entries(manifest.exports).filter(([name]) => !ON_DEMAND.has(name))
  const kib = await sizeOf(entries.map(([, source]) => source))
  expect(kib).toBeGreaterThan(5)
  expect(kib).toBeLessThan(BUDGET_KIB)
})

test('everything together, with session keys and webhooks, has less than 21 KiB', async () => {
  expect(await sizeOf(Object.values(manifest.exports))).toBeLessThan(21)
})
