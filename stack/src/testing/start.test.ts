import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPublicClient, getContractAddress, http as viemHttp } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest'
import { localAccounts } from '../chain/local-accounts.ts'
import { ensureDatabase } from '../database/ensure-database.ts'
import type { Child } from '../processes/child.ts'
import { freePort } from '../processes/free-port.ts'
import { programsNaming } from './programs-naming.ts'
import { startProduct } from './start-product.ts'

const TIMEOUT_MS = 600_000
/** `expect.poll` works in tests only, and the first run belongs to no test. */
const POLL = { timeout: 60_000, interval: 50 }

const copy = promisify(execFile)

let folder = ''
let port = 0
let running: Child[] = []

/** A first run from start to Ctrl-C; its data is what the other tests continue with. */
let firstRun: Awaited<ReturnType<typeof runOnce>>

beforeAll(async () => {
  firstRun = await runOnce()
}, TIMEOUT_MS)

afterAll(() => rm(firstRun.folder, { recursive: true, force: true }))

beforeEach(openFolder)

afterEach(async () => {
  for (const child of running) await child.stop()
  await rm(folder, { recursive: true, force: true })
})

async function runOnce() {
  await openFolder()
  const { child, outcome, text } = await start()
  try {
    expect(outcome, text).toBe('ready')
    const pids = await childPids()
    const before = {
      folder,
      genesis: await genesis(),
      wallet: await readWalletService(),
      played: await settledRound(3),
      height: Number(await rpc('eth_blockNumber', [])),
      running: livePids(pids).length,
      again: await killWalletService(),
    }
    const last = await childPids()
    child.process.kill('SIGINT')
    const end = await child.exited
    return { ...before, end, leftRunning: [...livePids(last), ...(await programsNaming(folder))] }
  } finally {
    await child.stop()
  }
}

async function openFolder(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'bullring-start-'))
  await chmod(folder, 0o711)
  port = await freePort()
  running = []
}

/** Copies the first run's data to where the next start finds it, with owners and permissions. */
async function continueFirstRun(): Promise<void> {
  await copy('cp', ['-a', join(firstRun.folder, 'data'), join(folder, 'data')])
}

/** Continues with data that a version with other contracts left; the oldest versions recorded no hash. */
async function continueWithContracts(contractsHash: string): Promise<void> {
  await continueFirstRun()
  const file = join(folder, 'data', 'bullring.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { market: object }
  const market = { ...manifest.market, contractsHash: contractsHash || undefined }
  await writeFile(file, JSON.stringify({ ...manifest, market }))
}

function genesis(): Promise<unknown> {
  return rpc('eth_getBlockByNumber', ['0x0', false])
}

async function start(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  onLine?: (line: string) => void,
) {
  const variables = {
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    // Its ports follow PORT, where other tests may listen.
    EMBEDDED_WALLET: 'off',
    ...env,
  }
  const product = await startProduct(args, variables, onLine)
  running.push(product.child)
  return product
}

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Waits until the keeper has settled a round. */
async function settledRound(epoch: number): Promise<unknown> {
  const read = () => post('/api/round-info', { epoch })
  await vi.waitFor(
    async () => expect(await read()).toMatchObject({ epoch, state: 'settled' }),
    POLL,
  )
  return read()
}

async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const reply = await post('/rpc', { jsonrpc: '2.0', id: 1, method, params })
  return reply instanceof Object && 'result' in reply ? reply.result : reply
}

/** The newest process of a program. */
async function newestPid(program: string): Promise<number> {
  const lock: unknown = JSON.parse(await readFile(join(folder, 'data', 'running.json'), 'utf8'))
  const { children } = lock as { children: { pid: number; program: string }[] }
  return children.findLast((each) => each.program === program)?.pid ?? 0
}

/** Kills the wallet service, and waits until another process serves it. */
async function killWalletService() {
  const pid = await newestPid('wallet.ts')
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => expect(await statusOf('/wallet/healthz')).toBe(502), POLL)
  const game = await statusOf('/healthz')
  await vi.waitFor(async () => expect(await statusOf('/wallet/healthz')).toBe(200), POLL)
  return { game, isOther: (await newestPid('wallet.ts')) !== pid }
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status
}

async function childPids(): Promise<number[]> {
  const lock: unknown = JSON.parse(await readFile(join(folder, 'data', 'running.json'), 'utf8'))
  return (lock as { children: { pid: number }[] }).children.map(({ pid }) => pid)
}

/** Returns the wallet service's reply through the port of the game service. */
async function readWalletService() {
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  const key = 'projectId=bullring'
  const [trader] = localAccounts(1).traders
  const account = `/wallet/v1/account/${trader?.address}`
  const history = () => get(`${account}/history?${key}`)
  const quantity = 'data.0.transfers.0.quantity'
  await vi.waitFor(async () => expect(await history()).toHaveProperty(quantity), POLL)
  return {
    config: await get('/config.json'),
    wallets: await get(`/wallet/getWallets?${key}&entries=4`),
    balance: await get(`${account}/balance?${key}`),
    withoutKey: await get('/wallet/getWallets'),
    metrics: await get('/wallet/metrics'),
    freeName: await resolveFreeName(),
  }
}

/** As any wallet resolves names: by the resolver on the chain and the gateway that it names. */
function resolveFreeName(): Promise<string | null> {
  const { address: from } = localAccounts(0).names
  const resolver = getContractAddress({ from, nonce: 0n })
  const client = createPublicClient({ transport: viemHttp(`http://127.0.0.1:${port}/rpc`) })
  const name = 'nobody.bullring.test'
  return client.getEnsAddress({ name, universalResolverAddress: resolver, strict: true })
}

function livePids(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
}

describe('npm start', () => {
  test('runs its services and ends them all on Ctrl-C', () => {
    expect(firstRun).toMatchObject({
      running: 5,
      end: 'start ended with code 0',
      leftRunning: [],
    })
  })

  test('serves the wallet service on the same port', () => {
    const { config, wallets, balance, withoutKey, metrics, freeName } = firstRun.wallet
    expect(config).toMatchObject({ walletServicesUrl: '/wallet', projectId: 'bullring' })
    expect(wallets).toHaveProperty('data.3.name')
    expect(balance).toMatchObject({
      balances: [{ symbol: 'BNB', price: expect.any(Number), value: expect.any(Number) }],
    })
    expect(withoutKey).toMatchObject({ code: 'access.invalid-key' })
    // Only the operator may read metrics, not through the game service.
    expect(metrics).toMatchObject({ code: 'http.unknown-path' })
    // Through the resolver contract, which has verified the gateway's signature.
    expect(freeName).toBeNull()
  })

  test('continues the same chain, and cleans up after a killed run before it continues', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await continueFirstRun()
    const first = await start()
    expect(first.outcome, first.text).toBe('ready')
    expect(await genesis()).toEqual(firstRun.genesis)
    expect(Number(await rpc('eth_blockNumber', []))).toBeGreaterThanOrEqual(firstRun.height)
    expect(await post('/api/round-info', { epoch: 3 })).toEqual(firstRun.played)
    const pids = await childPids()
    first.child.process.kill('SIGKILL')
    await first.child.exited

    const second = await start()
    expect(second.outcome, second.text).toBe('ready')
    expect(livePids(pids)).toEqual([])
    expect(await genesis()).toEqual(firstRun.genesis)
    await settledRound(3)
  })

  // Below, data without a hash is continued with an operator's database.
  test.runIf(inject('isDeep')).each(['', 'f'.repeat(64)])(
    'starts a new chain when the contracts have changed since it began (hash %j)',
    { timeout: TIMEOUT_MS },
    async (contractsHash) => {
      await continueWithContracts(contractsHash)
      const { outcome, text } = await start()
      expect(outcome, text).toBe('ready')
      expect(text).toContain('the contracts have changed since this local chain began')
      const [, aside = ''] = /kept in (\S+); the new database is empty/.exec(text) ?? []
      expect((await readdir(aside)).toSorted()).toEqual([
        'bullring.json',
        'chain',
        'metrics-token',
        'operator-token',
        'postgres',
        'push-key',
      ])
      expect(await genesis()).not.toEqual(firstRun.genesis)
      await settledRound(3)
    },
  )

  test.runIf(inject('isDeep'))(
    '--fresh starts a new chain; a database of the operator is kept when the contracts have changed',
    {
      timeout: TIMEOUT_MS,
    },
    async () => {
      const url = new URL(inject('postgresUrl'))
      url.pathname = `/start_${process.pid}`
      await ensureDatabase(inject('postgresUrl'), url.pathname.slice(1))
      await continueFirstRun()
      const before = await start(['--fresh'], { DATABASE_URL: url.href })
      expect(before.outcome, before.text).toBe('ready')
      const old = await genesis()
      expect(old).not.toEqual(firstRun.genesis)
      await before.child.stop()
      await rm(join(folder, 'data'), { recursive: true })
      await continueWithContracts('')
      const { outcome, text } = await start([], { DATABASE_URL: url.href })
      expect(outcome, text).toBe('ready')
      expect(text).toContain('your database is kept, and its index is rebuilt from the new chain')
      expect(await genesis()).not.toEqual(old)
      await settledRound(3)
    },
  )

  test('starts a service again that has ended, while the others go on', () => {
    expect(firstRun.again).toMatchObject({ game: 200, isOther: true })
  })

  test.each(['game service', 'name resolver'])(
    'error: a chain that ends during the step "%s"',
    { timeout: TIMEOUT_MS },
    async (step) => {
      await continueFirstRun()
      const kill = async () => process.kill(await newestPid('anvil'), 'SIGKILL')
      const { outcome, text } = await start([], {}, (line) => {
        if (line.startsWith(`• ${step}`)) void kill()
      })
      expect(outcome).toBe('start ended with code 1')
      expect(text).toContain('✗ anvil was ended by SIGKILL')
      expect(await programsNaming(folder)).toEqual([])
    },
  )

  test('error: a busy port', { timeout: TIMEOUT_MS }, async () => {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    const { outcome, text } = await start()
    server.close()
    expect(outcome).toBe('start ended with code 1')
    expect(text).toContain(`Port ${port} of 127.0.0.1 is in use by another program`)
  })

  test('error: a busy port of the embedded wallet', { timeout: TIMEOUT_MS }, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const busy = address instanceof Object ? address.port : 0
    const env = { PORT: `${busy - 1}`, EMBEDDED_WALLET: 'auto' }
    const { outcome, text } = await start([], env)
    server.close()
    expect(outcome).toBe('start ended with code 1')
    expect(text).toMatch(new RegExp(`Port (${busy}|${busy - 1}) of 127.0.0.1 is in use`))
    expect(text).toMatch(/EMBEDDED_WALLET=off npm start|Choose another: PORT=/)
  })

  const damages = [
    ['bullring.json', '{', 'is damaged'],
    ['chain/state.json', 'garbage', "The local chain's state"],
    ['postgres/data/postgresql.conf', 'no_such_setting = 1', 'does not start'],
  ] as const

  test.each(inject('isDeep') ? damages : damages.slice(0, 1))(
    'error: a damaged %s',
    { timeout: TIMEOUT_MS },
    async (file, content, sentence) => {
      await continueFirstRun()
      await writeFile(join(folder, 'data', file), content)
      const { outcome, text } = await start()
      expect(outcome).toBe('start ended with code 1')
      expect(text).toContain(sentence)
      expect(text).toContain('npm start -- --fresh')
      expect(await programsNaming(folder)).toEqual([])
    },
  )
})
