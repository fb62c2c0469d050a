/**
 * Prints the weight that the wallet kit adds to a page without one, and fails over budget: `npm run bench:kit`. Sizes are
 * JavaScript and CSS after gzip, of production builds. Each opening of the modal is the first of a page.
 */
import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { gzipSync } from 'node:zlib'
import { printLine, report } from '@bullring/stack/bench/report'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { chromium } from '@playwright/test'
import {
  type BenchBuild,
  buildBenchPage,
  buildForBench,
  entryOf,
} from '../support/kit/bench-builds.ts'
import { buildKitExample } from '../support/kit/kit-example.ts'
import { startKitWithCatalogue } from '../support/kit/kit-with-catalogue.ts'
import { timeDialogOpening } from '../support/kit/time-dialog-opening.ts'
import { acceptAtRelay } from '../support/walletconnect/walletconnect-relay.ts'

const CONNECT = '../src/views/connect/connect.tsx'
/** Modules that the connector loads on first use. */
const WALLET_CONNECT = [
  'app/app-client.ts',
  'provider/eip1193-provider.ts',
  'storage/indexed-db-storage.ts',
].map((file) => `../../walletconnect/src/${file}`)
const QR_CODE = '../src/ui/image/qr-code.tsx'
const FRAME_CLIENT = '../src/connectors/embedded/create-embedded-wallet.ts'
const FRAME_PAGE = 'sdk.html'
/** Modules that the frame loads when a request must be approved. */
const FRAME_APPROVALS = ['src/rpc/approve-rpc.ts', 'src/approval/show-approvals.tsx']

const PAGE_LOAD_BUDGET_KIB = 30
const CONNECT_BUDGET_KIB = 80
const VISIBLE_BUDGET_MS = 100
const OPENINGS = 7

/** Files that a chunk needs: its own, its imports, and their styles. */
function filesOf({ manifest }: BenchBuild, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf({ manifest, folder: '' }, imported, seen)
  return seen
}

async function kib({ folder }: BenchBuild, files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(join(folder, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1_024
}

/** The embedded wallet: its connector and client in the page, its own page in a frame, and the code of an approval. */
async function measureEmbeddedWallet() {
  const page = await buildBenchPage('with-embedded-wallet')
  const frame = await buildForBench('frame', join(repositoryRoot, 'login/frame'), ['--manifest'])
  const atLoad = filesOf(page, entryOf(page))
  const client = filesOf(page, FRAME_CLIENT).difference(atLoad)
  const inFrame = filesOf(frame, FRAME_PAGE)
  const approvals = new Set(FRAME_APPROVALS.flatMap((key) => [...filesOf(frame, key)]))
  return {
    isOnDemand: [client, inFrame, approvals].every(({ size }) => size > 0),
    atLoad: await kib(page, atLoad),
    client: await kib(page, client),
    frame: await kib(frame, inFrame),
    approval: await kib(frame, approvals.difference(inFrame)),
  }
}

/** Returns the key of a module's chunk. A chunk that several modules import is listed by its name only. */
function keyOf({ manifest }: BenchBuild, module: string): string {
  if (module in manifest) return module
  const { name } = parse(module)
  const shared = Object.entries(manifest).find(([, chunk]) => chunk.name === name)
  if (shared === undefined) throw new Error(`The build has no chunk of ${module}`)
  return shared[0]
}

async function msToVisible(): Promise<number[]> {
  await buildKitExample()
  const kit = await startKitWithCatalogue()
  kit.catalogue.set('hangs')
  const executablePath = process.env['CHROMIUM']
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const times: number[] = []
    // A new page each time: visitors open the modal once.
    for (let opening = 0; opening < OPENINGS; opening++) {
      const page = await browser.newPage()
      await kit.open(page, { relay: await acceptAtRelay(page) })
      times.push(await page.evaluate(timeDialogOpening))
      await page.close()
    }
    return times.toSorted((a, b) => a - b)
  } finally {
    await browser.close()
    await kit.stop()
  }
}

function reportSize(what: string, target: number, reached: number): void {
  report({ what, unit: 'KiB', target, bound: 'at most', reached })
}

const bare = await buildBenchPage('bare')
const kit = await buildBenchPage('with-kit')
const atLoad = filesOf(kit, entryOf(kit))
const bareKib = await kib(bare, filesOf(bare, entryOf(bare)))
const loadKib = await kib(kit, atLoad)
const onTop = (module: string) =>
  [...filesOf(kit, keyOf(kit, module))].filter((file) => !atLoad.has(file))
const connectKib = await kib(kit, onTop(CONNECT))
const walletConnect = new Set(WALLET_CONNECT.flatMap(onTop))
const early = [...atLoad, ...onTop(CONNECT)]
const isLate = [...WALLET_CONNECT, QR_CODE].every(
  (module) => !early.includes(kit.manifest[keyOf(kit, module)]?.file ?? ''),
)
const embedded = await measureEmbeddedWallet()
const times = await msToVisible()
const worst = times.at(-1) ?? Number.NaN
const median = times[Math.floor(times.length / 2)] ?? Number.NaN

const others = {
  'page without a kit: react, wagmi, viem': bareKib,
  'page with the kit, before a click': loadKib,
  'WalletConnect, on demand': await kib(kit, walletConnect),
  'QR code, on demand': await kib(kit, onTop(QR_CODE)),
  'embedded wallet, before a click': embedded.atLoad - loadKib,
  'its client, on demand': embedded.client,
  'its page in the frame': embedded.frame,
  'its first approval, on top': embedded.approval,
}
for (const [what, size] of Object.entries(others)) printLine(`${what}: ${size.toFixed(1)} KiB`)
reportSize('the kit alone', PAGE_LOAD_BUDGET_KIB, loadKib - bareKib)
reportSize('Connect view, on top', CONNECT_BUDGET_KIB, connectKib)
report({
  what: 'first click to visible, catalogue hangs',
  unit: 'ms',
  target: VISIBLE_BUDGET_MS,
  bound: 'at most',
  reached: median,
  worst,
})
if (walletConnect.size === 0 || !embedded.isOnDemand || !isLate) {
  process.stderr.write('Parts that load on demand are loaded too early.\n')
  process.exitCode = 1
}
