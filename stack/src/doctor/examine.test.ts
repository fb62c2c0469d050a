import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deployMarket } from '@bullring/contracts/deploy-market'
import { readMarketPlan } from '@bullring/contracts/market-plan'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callRpc } from '../chain/anvil.ts'
import { runSetup } from '../setup/run-setup.ts'
import { readSettings } from '../setup/settings-folder.ts'
import { startPublicChain, type TestPublicChain } from '../testing/start-public-chain.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

const INTERVAL_SECONDS = '300'
const HOST = 'bullring.example'
const NAME_ERROR = 0x8183

let chain: TestPublicChain
let otherChain: { url: string; close: () => void }
let names: ReturnType<typeof createSocket>
let folder = ''
let backups = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-doctor-'))
  backups = await mkdtemp(join(tmpdir(), 'bullring-backups-'))
  chain = await startPublicChain(97)
  await chain.pushPrice(599_00000000n)
  otherChain = await startOtherChain()
  names = createSocket('udp4')
  names.on('message', (query, { port, address }) => names.send(responseTo(query), port, address))
  await once(names.bind(0, '127.0.0.1'), 'listening')
  await setup()
})

afterAll(async () => {
  otherChain.close()
  names.close()
  await chain.stop()
  for (const each of [folder, backups]) await rm(each, { recursive: true, force: true })
})

/** Sets up, deploys, and sets up again, as an operator does. */
async function setup(): Promise<void> {
  const run = (answers: Record<string, string>) =>
    runSetup({
      folder,
      earlier: null,
      answers,
      answersFile: null,
      ask: null,
      isMoved: false,
      env: {},
      print: () => undefined,
    })
  const mail = 'smtp://user:secret-of-mail@127.0.0.1:1'
  await run({ domain: HOST, nodes: `${chain.rpcUrl},${otherChain.url}/secret-of-node`, mail })
  const file = join(folder, '97.json')
  await writeFile(join(folder, 'bullring.env'), await withMarketFile(file))
  const deployer = generatePrivateKey()
  await chain.fund(privateKeyToAddress(deployer), '1')
  const owner = privateKeyToAddress(generatePrivateKey())
  const variables = { CHAIN_ID: '97', RPC_URL: chain.rpcUrl, INTERVAL_SECONDS }
  const plan = readMarketPlan({
    ...variables,
    OWNER_ADDRESS: owner,
    DEPLOYER_PRIVATE_KEY: deployer,
  })
  const sent = deployMarket({
    plan,
    isSending: true,
    addressFile: pathToFileURL(file),
    print: () => undefined,
  })
  await sent
  await run({})
}

async function withMarketFile(file: string): Promise<string> {
  const { start } = await readSettings(folder)
  const lines = Object.entries(start).map(([name, value]) => `${name}='${value}'`)
  return [...lines, `MARKET_FILE=${file}`, 'PORT=29050'].join('\n')
}

/** A node of Ethereum. */
async function startOtherChain() {
  const server = createServer(async (request, response) => {
    const [body] = await request.toArray()
    const calls = [JSON.parse(`${body}`)].flat()
    const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
    response.end(JSON.stringify(`${body}`.startsWith('[') ? replies : replies[0]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** Knows no name but that of the game (RFC 1035, section 4). */
function responseTo(query: Buffer): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  const isGame = query.readUInt8(12) === 'bullring'.length
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const isA = question.readUInt16BE(question.length - 4) === 1
  const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 203, 0, 113, 7])
  header.writeUInt16BE(isGame ? 0x8180 : NAME_ERROR, 2)
  header.writeUInt16BE(isGame && isA ? 1 : 0, 6)
  header.fill(0, 8)
  return Buffer.concat([header, question, ...(isGame && isA ? [address] : [])])
}

async function findingsBy(options: { folder?: string } = {}): Promise<Record<string, Finding>> {
  const nameServers = [`127.0.0.1:${names.address().port}`]
  const findings = await examine({
    folder,
    earlier: null,
    recipient: null,
    backups,
    reach: { address: '127.0.0.1', port: 1, authority: null, nameServers },
    signal: new AbortController().signal,
    ...options,
  })
  expect(JSON.stringify(findings)).not.toMatch(/secret-of/)
  return Object.fromEntries(findings.map((finding) => [finding.capability, finding]))
}

describe('examine', () => {
  test('says what works, what is broken and what is off', async () => {
    const found = await findingsBy()
    const stateOf = (name: string) => found[name]?.state
    expect(found['settings']).toMatchObject({ state: 'on' })
    expect(found['market']).toMatchObject({ state: 'on' })
    expect(found['node 1']).toMatchObject({ state: 'on' })
    expect(found['node 1']?.why).toMatch(/^block \d s old, 100 calls at once, logs of 5000 blocks$/)
    expect(found['node 2']).toMatchObject({ state: 'broken', why: 'is left out: another chain' })
    expect(found['price feed BNB']).toMatchObject({ state: 'on' })
    expect(found['simulation for smart accounts']).toMatchObject({ state: 'on', why: 'node 1' })
    expect(found[`name ${HOST}`]).toMatchObject({ state: 'on', why: '203.0.113.7' })
    expect(found[`name vault.${HOST}`]).toMatchObject({ why: 'no address (ENOTFOUND)' })
    expect(found['mail']?.why).toContain('ECONNREFUSED')
    expect(stateOf('service game')).toBe('broken')
    expect(stateOf(`TLS of ${HOST}`)).toBe('broken')
    expect(found['live events']?.why).toContain('ECONNREFUSED')
    expect(found['backup']).toMatchObject({ state: 'broken', why: `${backups} is empty` })
    expect(found['clock']).toMatchObject({ state: 'on' })
    expect(stateOf('login by email and passkeys')).toBe('on')
    expect(found['fees paid for users']).toMatchObject({
      state: 'off',
      setting: 'BUNDLER_BUDGET_PER_DAY',
    })
  })

  test('follows balances, by the thresholds of the alarms', async () => {
    const { start, keeper } = await readSettings(folder)
    const keeperAddress = privateKeyToAddress(keeper['GAME_KEEPER_PRIVATE_KEY'] as `0x${string}`)
    const relayer = privateKeyToAddress(start['BUNDLER_RELAYER_PRIVATE_KEY'] as `0x${string}`)
    const empty = await findingsBy()
    expect(empty['balance of the keeper']).toMatchObject({
      state: 'broken',
      setting: `coins for ${keeperAddress}`,
    })
    await chain.fund(keeperAddress, '1')
    await chain.fund(relayer, '0.049')
    const found = await findingsBy()
    expect(found['balance of the keeper']).toMatchObject({ state: 'on' })
    expect(found['balance of the relayer']?.why).toContain('less than 0.05')
    await chain.fund(relayer, '0.05')
    expect((await findingsBy())['balance of the relayer']).toMatchObject({ state: 'on' })
  })

  test('reports an old backup', async () => {
    const file = join(backups, 'game.dump')
    await writeFile(file, '')
    expect((await findingsBy())['backup']).toMatchObject({ state: 'on' })
    const before = new Date(Date.now() - 30 * 3_600_000)
    await utimes(file, before, before)
    expect((await findingsBy())['backup']).toMatchObject({ why: 'the newest is 30 h old' })
  })

  test('reports a feed that has stopped', async () => {
    await callRpc(chain.rpcUrl, 'evm_increaseTime', [400])
    await callRpc(chain.rpcUrl, 'evm_mine', [])
    const feed = (await findingsBy())['price feed BNB']
    expect(feed).toMatchObject({ state: 'broken' })
    expect(feed?.why).toMatch(/the last answer is \d+ s old/)
  })

  test('says what to do where there are no settings', async () => {
    const found = await findingsBy({ folder: join(folder, 'none') })
    expect(found['settings']).toMatchObject({ state: 'broken', setting: 'npm run setup' })
  })
})
