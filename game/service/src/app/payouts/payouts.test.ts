import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PayoutSwitchResponse } from '@bullring/game-api/payouts'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { RunningService } from '@bullring/server/run-service'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type Address, parseEther, toFunctionSelector } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  startTestChain,
  TEST_KEEPER_KEY,
  type TestChain,
} from '../../testing/chain/start-test-chain.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../testing/database/create-test-database.ts'
import { signPayoutSwitch } from '../../testing/sign-payout-switch.ts'
import { get, post, startGameProcess, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n
const TOKEN = 'a-token-of-the-operator'
const WAIT = { interval: 100, timeout: 60_000 }

let chain: TestChain
let database: TestDatabase
let game: RunningService
/** The keeper, which serves no visitors. */
let keeper: RunningService
const lines: string[] = []

const alice = () => chain.traders[0] ?? '0x'
const bob = () => chain.traders[1] ?? '0x'

/** The wallet service: knows one session, of Bob. */
const sessions = createServer(({ headers }, response) => {
  const session = {
    address: bob(),
    chainId: 'eip155:31337',
    domain: 'localhost',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-08T00:00:00.000Z',
  }
  const isKnown = headers.authorization === 'Bearer known'
  response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(isKnown ? session : {}))
})

function start(roles: Record<string, string>) {
  const variables = {
    TRUST_PROXY: '1',
    METRICS_TOKEN: TOKEN,
    WALLET_SERVICE_URL: `http://127.0.0.1:${(sessions.address() as AddressInfo).port}`,
  }
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  return startGameService(chain, database.url, { ...variables, ...roles }, { log })
}

const startKeeper = () => start({ GAME_ROLES: 'keeper', GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY })

/** Starts the index and the API, and the keeper apart from it, as on a public chain. */
async function startServices() {
  game = await start({ GAME_ROLES: 'index,api,stream' })
  keeper = await startKeeper()
}

async function stopServices() {
  await keeper.stop()
  await game.stop()
}

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  await once(sessions.listen(0, '127.0.0.1'), 'listening')
  await chain.push(600n * USD, chain.schedule.genesisTimestamp + 10)
  await startServices()
})

afterAll(async () => {
  await stopServices()
  sessions.closeAllConnections()
  sessions.close()
  await database.drop()
  await chain.stop()
})

let callers = 0

/** A caller may change few switches a minute: each request comes from another one. */
function newCaller(): { 'x-forwarded-for': string } {
  callers += 1
  return { 'x-forwarded-for': `203.0.113.${callers}` }
}

const change = (account: Address, isOn: boolean, more = {}, headers: Record<string, string> = {}) =>
  post(
    game,
    '/api/set-payout-switch',
    { user_address: account, is_on: isOn, ...more },
    { ...newCaller(), ...headers },
  )

const sign = (trader: number, isOn: boolean) => signPayoutSwitch(chain, trader, isOn)

async function switchOf(account: Address) {
  const response = await post(game, '/api/payout-switch', { user_address: account })
  return parse(PayoutSwitchResponse, await response.json())
}

const problem = async (response: Response) => {
  const { status, code } = parse(Problem, await response.json())
  return [status, code]
}

/** Alice bets on a rise, Bob on a fall. The prices of all locks rise. */
async function play(epoch: number) {
  await chain.bet(alice(), epoch, 'bull', parseEther('1'))
  await chain.bet(bob(), epoch, 'bear', parseEther('1'))
  await lock(epoch)
}

async function lock(epoch: number) {
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  await chain.push((600n + BigInt(epoch)) * USD, genesisTimestamp + epoch * intervalSeconds)
  await chain.settle(epoch, PHASE + BigInt(epoch) + 1n)
}

async function isPaid(epoch: number, account: Address) {
  const [, , isClaimed] = await chain.client.readContract({
    address: chain.market.prediction,
    abi: predictionAbi,
    functionName: 'ledger',
    args: [BigInt(epoch), account],
  })
  return isClaimed
}

const isOffered = async () => (await switchOf(alice())).is_offered

test('error: refuses a market that does not exist', async () => {
  for (const symbol of ['ALL', 'NOPE']) {
    const body = { user_address: alice(), symbol }
    const response = await post(game, '/api/payout-switch', body)
    expect(await problem(response)).toEqual([404, 'market.unknown-symbol'])
  }
})

test('error: needs a proof of the account, for on and for off', async () => {
  await expect.poll(isOffered, WAIT).toBe(true)
  expect(await switchOf(alice())).toMatchObject({ is_on: false, changed_at: null })
  expect(await problem(await change(alice(), true))).toEqual([401, 'account.unproven'])
  const ofBob = { signature: await sign(1, true) }
  expect(await problem(await change(alice(), true, ofBob))).toEqual([
    401,
    'account.wrong-signature',
  ])
  const forOn = { signature: await sign(0, true) }
  expect(await problem(await change(alice(), false, forOn))).toEqual([
    401,
    'account.wrong-signature',
  ])
  const session = { authorization: 'Bearer known' }
  expect(await problem(await change(alice(), true, {}, session))).toEqual([401, 'account.unproven'])
  expect(await switchOf(alice())).toMatchObject({ is_on: false })
})

test('sends the winnings of an account that has switched it on, and of no other', async () => {
  await play(1)
  await play(2)
  await expect.poll(() => chain.client.getBlockNumber(), WAIT).toBeGreaterThan(0n)
  expect(await isPaid(1, alice())).toBe(false)

  const before = await chain.client.getBalance({ address: alice() })
  const reply = await change(alice(), true, { signature: await sign(0, true) })
  expect(parse(PayoutSwitchResponse, await reply.json())).toMatchObject({ is_on: true })
  await expect.poll(() => isPaid(1, alice()), WAIT).toBe(true)
  const after = await chain.client.getBalance({ address: alice() })
  expect(after - before).toBe(parseEther('1.94'))

  await lock(3)
  await expect.poll(() => isPaid(2, alice()), WAIT).toBe(true)
  expect(await isPaid(1, bob())).toBe(false)
  const trades = async () => {
    const response = await post(game, '/api/trades-by-user', { user_address: alice() })
    return ((await response.json()) as { is_claimed: boolean }[]).map((trade) => trade.is_claimed)
  }
  await expect.poll(trades, WAIT).toEqual([true, true])
  const metrics = async () =>
    (await get(keeper, '/metrics', { authorization: `Bearer ${TOKEN}` })).text()
  await expect.poll(metrics, WAIT).toContain('payouts_total{market="BNB",outcome="sent"} 2\n')
  expect(lines.join('')).not.toContain(alice().slice(2))
  const { rows } = await sql<{ spent: bigint }>`select spent from payout_costs`.execute(database.db)
  expect(rows[0]?.spent).toBeGreaterThan(0n)
  expect(rows[0]?.spent).toBeLessThan(parseEther('0.01'))
})

test('sends refunds too, to an account that is signed in', async () => {
  expect((await change(bob(), true, {}, { authorization: 'Bearer known' })).status).toBe(200)
  await chain.bet(bob(), 4, 'bear', parseEther('1'))
  await lock(4)
  await expect.poll(() => isPaid(4, bob()), WAIT).toBe(true)
})

test('sends nothing after it was switched off', async () => {
  expect((await change(alice(), false, { signature: await sign(0, false) })).status).toBe(200)
  expect(await switchOf(alice())).toMatchObject({ is_on: false, changed_at: expect.any(Number) })
  await chain.bet(alice(), 5, 'bull', parseEther('1'))
  await chain.bet(bob(), 5, 'bull', parseEther('1'))
  await lock(5)
  await expect.poll(() => isPaid(5, bob()), WAIT).toBe(true)
  expect(await isPaid(5, alice())).toBe(false)
})

test('tries an account that refuses the coins once, and names the round, which can be claimed', async () => {
  await chain.rpc('anvil_setCode', [bob(), '0x5f5ffd'])
  await chain.bet(bob(), 6, 'bull', parseEther('1'))
  await lock(6)
  const refused = async () => (await switchOf(bob())).refused_epochs
  await expect.poll(refused, WAIT).toEqual([6])
  const nonce = () =>
    chain.client.getTransactionCount({ address: privateKeyToAddress(TEST_KEEPER_KEY) })
  const before = await nonce()
  await sleep(3_000)
  expect(await nonce()).toBe(before)
  expect(await isPaid(6, bob())).toBe(false)
  await chain.rpc('anvil_setCode', [bob(), '0x'])
  await chain.claim(bob(), [6])
  expect(await isPaid(6, bob())).toBe(true)
})

test('is offered while a keeper has the database, also a separate one', async () => {
  await keeper.stop()
  const forget = () => sql`truncate payout_keepers`.execute(database.db)
  await forget()
  expect(await isOffered()).toBe(false)
  const variables = { GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY }
  const separate = startGameProcess(chain, database.url, variables, 'keeper')
  await expect.poll(isOffered, WAIT).toBe(true)
  await separate.stop()
  await forget()
  keeper = await startKeeper()
  await expect.poll(isOffered, WAIT).toBe(true)
})

/** Takes `payOut` from the contract, like one that was compiled without it. */
async function removePayOut() {
  const address = chain.market.prediction
  const code = (await chain.client.getCode({ address })) ?? '0x'
  const selector = toFunctionSelector('payOut(uint256,address[])').slice(2)
  await chain.rpc('anvil_setCode', [address, code.replaceAll(`63${selector}`, '63ffffffff')])
}

async function isSettled(epoch: number) {
  const [, oracleRoundId] = await chain.client.readContract({
    address: chain.market.prediction,
    abi: predictionAbi,
    functionName: 'strikes',
    args: [BigInt(epoch)],
  })
  return oracleRoundId > 0n
}

test('error: payments that fail do not keep the keeper from settling', async () => {
  await removePayOut()
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  for (const epoch of [7, 8, 9]) {
    await chain.bet(bob(), epoch, 'bull', parseEther('1'))
    await chain.bet(alice(), epoch, 'bear', parseEther('1'))
    const lockTime = genesisTimestamp + epoch * intervalSeconds
    await chain.push((600n + BigInt(epoch)) * USD, lockTime)
    await expect.poll(() => isSettled(epoch), WAIT).toBe(true)
    if (epoch === 8)
      await expect.poll(() => lines.join(''), WAIT).toContain('sending winnings failed')
  }
  expect(await isPaid(7, bob())).toBe(false)
})

test('a contract of release 0.2 goes on without it', async () => {
  await removePayOut()
  await stopServices()
  await startServices()
  expect(await switchOf(alice())).toMatchObject({ is_offered: false, is_on: false })
  const refused = await change(alice(), true, { signature: await sign(0, true) })
  expect(await problem(refused)).toEqual([409, 'payouts.not-offered'])
  expect((await change(bob(), false, { signature: await sign(1, false) })).status).toBe(200)
})
