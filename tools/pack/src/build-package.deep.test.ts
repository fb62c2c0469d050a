import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from '@bullring/checks/run-program'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPackage } from './build-package.ts'
import type { PublishedManifest } from './published-manifest.ts'
import { LIBRARIES, type Library } from './workspace.ts'

const TIMEOUT_MS = 300_000
const RELATIVE_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g

/** Code of a page outside this repository. It compiles only if the package has its types. */
const STRANGERS_CODE = {
  walletconnect: `
import { createAppClient } from '@bullring/walletconnect/app'
import { walletConnectConnector } from '@bullring/walletconnect/connector'
import { createMemoryStorage } from '@bullring/walletconnect/memory-storage'
const metadata = { name: 'A', description: '', url: 'https://a.example', icons: [] }
const options = { relayUrl: 'wss://a.example/relay', projectId: 'a', metadata }
export const connector = walletConnectConnector(options)
export const app = createAppClient({ ...options, storage: createMemoryStorage() })
// @ts-expect-error A number is no URL.
export const wrong = walletConnectConnector({ ...options, relayUrl: 1 })
`,
  'wallet-kit': `
import { ConnectButton } from '@bullring/wallet-kit/connect-button'
import { createWalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import type { KitMessageOverrides } from '@bullring/wallet-kit/messages'
import { useWalletKit, WalletKitProvider } from '@bullring/wallet-kit/react'
import { createConfig, http } from 'wagmi'
import { bsc } from 'wagmi/chains'
const config = createConfig({ chains: [bsc], transports: { [bsc.id]: http() } })
const messages: KitMessageOverrides = { titles: { Connect: 'Verbinden' } }
export const kit = createWalletKit({ config, projectId: 'a', messages })
export const parts = [ConnectButton, WalletKitProvider]
export function useOpen() {
  const { open } = useWalletKit()
  return () => open({ view: 'Networks' })
}
// @ts-expect-error There is no such view.
export const useWrong = () => useWalletKit().open({ view: 'Nowhere' })
`,
  client: `
import { errorCode } from '@bullring/client/errors'
import { createGameClient } from '@bullring/client/game-client'
import { liveEvents } from '@bullring/client/live-events'
import { betCall, claimCall } from '@bullring/client/market-calls'
import { payoutRules } from '@bullring/client/market-rules'
import { expectedReturn } from '@bullring/client/payouts'
import { decodeRound } from '@bullring/client/round'
const game = createGameClient({ origin: 'https://a.example' })
export async function bet() {
  const { markets } = await game.call('config.json')
  const market = markets['BNB']
  if (market === undefined) return null
  const round = decodeRound(await game.call('round-info', { epoch: 7 }))
  const amount = round.pool.bullAmount
  const { payout } = expectedReturn(round.pool, 'bull', amount, round.treasuryFee, market)
  const call = betCall(market.prediction, { position: 'bull', epoch: round.epoch, amount })
  return [payout satisfies bigint, call, claimCall(market.prediction, [1n]), payoutRules(market, round.treasuryFee)]
}
export async function watch(signal: AbortSignal) {
  for await (const live of liveEvents({ signal })) {
    if (live.event === 'round') return live.data.epoch satisfies number
    if (live.event === 'trade') return live.data.user_address
  }
  return errorCode(null)
}
// @ts-expect-error There is no such operation.
export const wrong = game.call('nothing')
// @ts-expect-error An account is required.
export const incomplete = game.call('trade-stats')
`,
  bot: `
import type { Strategy } from '@bullring/bot/strategy'
export const strategy: Strategy = ({ pool }, history) =>
  history[0]?.state.kind === 'locked' ? { position: 'bull', amount: pool.bullAmount / 2n } : null
// @ts-expect-error There is no such side.
export const wrong: Strategy = () => ({ position: 'sideways' })
`,
} as const

describe.each(LIBRARIES)('buildPackage(%s)', (library) => {
  let folder = ''
  let manifest: PublishedManifest
  let reference = ''

  beforeAll(async () => {
    // Below the repository, where the packages that it imports are found.
    const cache = join(repositoryRoot, 'node_modules/.cache/pack')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'test-'))
    const built = await buildPackage(library, join(packageIn(folder, library), 'dist'))
    manifest = built.published
    reference = built.reference
    const file = join(packageIn(folder, library), 'package.json')
    await writeFile(file, JSON.stringify(manifest))
  }, TIMEOUT_MS)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has a module and types for each entry point', async () => {
    const targets = Object.values(manifest.exports)
      .flatMap((target) => (typeof target === 'string' ? [] : [target.types, target.default]))
      .map((path) => join(packageIn(folder, library), path))
    expect(targets.length).toBeGreaterThan(0)
    for (const target of targets)
      await expect(readFile(target, 'utf8')).resolves.toBeTypeOf('string')
  })

  test('describes each entry point in the API reference', () => {
    for (const path of Object.keys(manifest.exports).filter((name) => !name.endsWith('.json')))
      expect(reference).toContain(`## \`${manifest.name}${path.slice(1)}\``)
  })

  test('contains neither TypeScript sources nor names of this repository', async () => {
    const files = await filesIn(packageIn(folder, library))
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
    for (const file of files) {
      const text = await readFile(file, 'utf8')
      expect(text, file).not.toMatch(/from ["'](?:#|@bullring\/(?:wire|errors))/)
      expect(text, file).not.toContain(repositoryRoot)
    }
  })

  test('contains what its files import of each other', async () => {
    const files = await filesIn(packageIn(folder, library))
    const missing: string[] = []
    for (const file of files.filter((name) => /\.(?:d\.ts|js)$/.test(name))) {
      const text = await readFile(file, 'utf8')
      for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
        const target = join(dirname(file), specifier)
        const wanted = file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target
        if (!files.includes(wanted)) missing.push(`${file}: ${specifier}`)
      }
    }
    expect(missing).toEqual([])
  })

  test.each(['bundler', 'nodenext'])('compiles in a stranger’s code (%s)', async (resolution) => {
    await writeFile(join(folder, 'page.ts'), STRANGERS_CODE[library])
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const options = ['--strict', '--noEmit', '--ignoreConfig', ...SKIPPED[library]]
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
    const { output } = await runProgram(
      'tsc',
      [
        ...[...options, '--module', module, '--moduleResolution', resolution],
        ...['--target', 'es2023', '--jsx', 'react-jsx', join(folder, 'page.ts')],
      ],
      { signal: new AbortController().signal },
    )
    expect(output).toBe('')
  })

  test('has types that need no package but those that it declares', async () => {
    // Outside the repository, whose other packages would be found.
    const alone = await mkdtemp(join(tmpdir(), 'bullring-pack-'))
    onTestFinished(() => rm(alone, { recursive: true, force: true }))
    await cp(packageIn(folder, library), packageIn(alone, library), { recursive: true })
    await writeFile(join(alone, 'page.ts'), STRANGERS_CODE[library])
    const { dependencies, peerDependencies } = manifest
    for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...REACT_TYPES })) {
      const path = join(alone, 'node_modules', name)
      await mkdir(dirname(path), { recursive: true })
      await symlink(join(repositoryRoot, 'node_modules', name), path)
    }
    const { output } = await runProgram(
      'tsc',
      [
        ...['--strict', '--noEmit', '--ignoreConfig', '--module', 'esnext'],
        ...['--moduleResolution', 'bundler', '--target', 'es2023', '--jsx', 'react-jsx'],
        join(alone, 'page.ts'),
      ],
      { signal: new AbortController().signal },
    )
    expect(output.split('\n').filter((line) => /@bullring|^page|\/page/.test(line))).toEqual([])
  })
})

/** The newest wagmi has types that do not fit those of TanStack Query. */
const SKIPPED: Readonly<Record<Library, readonly string[]>> = {
  walletconnect: ['--skipLibCheck'],
  'wallet-kit': ['--skipLibCheck'],
  client: [],
  bot: [],
}
const REACT_TYPES = { '@types/react': '', '@types/react-dom': '' }

test('modules of the WalletConnect client run in Node', async () => {
  const cache = join(repositoryRoot, 'node_modules/.cache/pack')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'test-'))
  try {
    await buildPackage('walletconnect', folder)
    const app: unknown = await import(pathToFileURL(join(folder, 'app.js')).href)
    expect(app).toHaveProperty('createAppClient')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

function packageIn(folder: string, library: Library): string {
  return join(folder, 'node_modules/@bullring', library)
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await Array.fromAsync(glob('**/*.*', { cwd: folder }))
  return entries.map((entry) => join(folder, entry))
}
