import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { deployMarket } from '@bullring/contracts/deploy-market'
import { readMarketPlan } from '@bullring/contracts/market-plan'
import { generateX25519Identity } from 'age-encryption'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupNames, baseFolder, readBackup } from '../backup/backup-folder.ts'
import { freePort } from '../processes/free-port.ts'
import { repositoryRoot } from '../repository-root.ts'
import { startProduct } from '../testing/start-product.ts'
import { startPublicChain, type TestPublicChain } from '../testing/start-public-chain.ts'

let chain: TestPublicChain
let folder = ''
let env: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-journey-'))
  await chmod(folder, 0o711)
  chain = await startPublicChain(97)
  await chain.pushPrice(599_00000000n)
  env = {
    CHAIN_ID: '97',
    RPC_URL: chain.rpcUrl,
    MARKET_FILE: join(folder, '97.json'),
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_KEY: await generateX25519Identity(),
  }
  await deploy()
})

afterAll(async () => {
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

async function deploy(): Promise<void> {
  const deployer = generatePrivateKey()
  await chain.fund(privateKeyToAddress(deployer), '1')
  const plan = readMarketPlan({
    ...{ CHAIN_ID: '97', RPC_URL: chain.rpcUrl, INTERVAL_SECONDS: '300' },
    OWNER_ADDRESS: privateKeyToAddress(generatePrivateKey()),
    DEPLOYER_PRIVATE_KEY: deployer,
  })
  const addressFile = pathToFileURL(join(folder, '97.json'))
  await deployMarket({ plan, isSending: true, addressFile, print: () => undefined })
}

const METRICS_TOKEN = 'token-of-the-metrics'
let port = 0

async function start(dataDir: string) {
  port = await freePort()
  const own = { METRICS_TOKEN, PORT: `${port}`, DATA_DIR: join(folder, dataDir) }
  return await startProduct([], { ...env, ...own })
}

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
}

async function command(program: string, dataDir: string, ...args: string[]) {
  const script = join(repositoryRoot, 'stack/src/bin', program)
  const child = spawn(process.execPath, [script, ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', ...env, DATA_DIR: join(folder, dataDir) },
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect(errors).toBe('')
  expect(code).toBe(0)
  return JSON.parse(output)
}

test('a backup of the running product, restored, runs as the product', async () => {
  const first = await start('data')
  expect(first.outcome, first.text).toBe('ready')
  const { version } = await command('backup.ts', 'data')
  expect(version).toMatch(/^\d/)
  await first.child.stop(60_000)
  // The last changes arrive after the end of the server.
  const checked = await command('restore.ts', 'data', 'latest', '--check')
  expect(checked.databases).toContainEqual(
    expect.objectContaining({ name: 'game', block: expect.objectContaining({}) }),
  )
  await command('restore.ts', 'data', 'latest', '--data-dir', join(folder, 'restored'))
  await rm(join(folder, 'data'), { recursive: true })
  const second = await start('restored')
  expect(second.outcome, second.text).toBe('ready')
  // The archive from before the restore ends there: a backup is made without a command.
  const backups = env['BACKUP_DIR'] ?? ''
  const newest = async () => {
    const name = (await backupNames(backups)).at(-1) ?? ''
    return (await readBackup(join(baseFolder(backups), name))).summary.firstSegment
  }
  await expect.poll(newest, { timeout: 60_000 }).toMatch(/^00000002/)
  await expect.poll(metrics, { timeout: 30_000 }).toMatch(/^bullring_backup_age_seconds \d/m)
  expect(await metrics()).toMatch(/^bullring_backup_waiting_seconds \d/m)
  await second.child.stop(60_000)
})
