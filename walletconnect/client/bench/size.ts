/**
 * Prints the sizes of this client and of the official ones, and fails over budget: `npm run bench:walletconnect`.
 * Each is bundled alone with all dependencies, minified, and counted after gzip. What loads on demand counts separately.
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const BUDGET_KIB = 22

const ENTRY = 'virtual:entry'
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

const APP = [
  `export { createAppClient } from '${SOURCE}app/app-client.ts'`,
  `export { createIndexedDbStorage } from '${SOURCE}storage/indexed-db-storage.ts'`,
]
const PROVIDER = `export { WalletConnectProvider } from '${SOURCE}provider/eip1193-provider.ts'`
const WALLET = `export { createWalletClient } from '${SOURCE}wallet/wallet-client.ts'`

/**
 * Bundles a module for browsers.
 *
 * @returns KiB that load with it, and KiB that load on demand.
 */
async function measure(...source: readonly string[]): Promise<{ kib: number; onDemand: number }> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? source.join('\n') : undefined),
      },
    ],
  })
  const { output } = result as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const early = new Set<string>()
  const add = (file: string) => {
    if (early.has(file)) return
    early.add(file)
    for (const each of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) add(each)
  }
  for (const { isEntry, fileName } of chunks) if (isEntry) add(fileName)
  const sizeOf = (isEarly: boolean) =>
    chunks
      .filter(({ fileName }) => early.has(fileName) === isEarly)
      .reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1_024
  return { kib: sizeOf(true), onDemand: sizeOf(false) }
}

const rows: [what: string, source: readonly string[]][] = [
  ['app role, with IndexedDB', APP],
  ['app role, with EIP-1193 provider', [...APP, PROVIDER]],
  ['wallet role', [WALLET]],
  ['@walletconnect/sign-client 2.21.8', ["export * from '@walletconnect/sign-client'"]],
  [
    '@walletconnect/ethereum-provider 2.21.8, no modal',
    ["export { EthereumProvider } from 'official-ethereum-provider'"],
  ],
]
for (const [what, source] of rows) {
  const { kib, onDemand } = await measure(...source)
  const sizes = [kib, onDemand].map((size) => `${size.toFixed(1)} KiB`.padStart(12))
  process.stdout.write(`${what.padEnd(52)}${sizes.join('')} on demand\n`)
  if (source.includes(PROVIDER) && kib > BUDGET_KIB) {
    process.stderr.write(`Over the budget of ${BUDGET_KIB} KiB.\n`)
    process.exitCode = 1
  }
}
