import { setTimeout as sleep } from 'node:timers/promises'
import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Call } from '@bullring/smart-account/calls'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import type { SessionCall } from '@bullring/smart-account/session'
import { SESSION_METHODS } from '@bullring/smart-account/session-calls'
import { printLine as print, quantile, report } from '@bullring/stack/bench/report'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { deployLocalMarket } from '@bullring/stack/chain/local-market'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { type Address, createWalletClient, http, slice, toFunctionSelector } from 'viem'
import {
  betOn,
  CHAIN_ID,
  claimFrom,
  RELAYER,
  startTestBundler,
  type TestBundler,
} from '../src/testing/start-test-bundler.ts'
import {
  grantSession,
  sendSessionCall,
  signBet,
  type TestSession,
} from '../src/testing/test-session.ts'

/**
 * Measures bets from a key, from a smart account and by a session key on a local chain: the gas of the same bet by each, the time
 * from the request to the receipt with a block each second, and operations per second of many accounts at once.
 *
 * Usage: npm run bench:bundler
 */

const ROUNDS = 20
const AT_ONCE = 40
const TARGET_PER_SECOND = 30
/** Time to a receipt: the next block, and the wait for it. */
const TARGET_MINED_MS = 2_000
const METHODS = [toFunctionSelector('betBull(uint256)'), toFunctionSelector('claim(uint256[])')]
const DAY = 86_400
const { owner, oracle, keeper } = localAccounts(0)

type Client = ReturnType<TestBundler['client']>
type Account = Awaited<ReturnType<TestBundler['newAccount']>>

/** Deploys a further market with an open round. */
async function deployMarket({ rpc, rpcUrl, reader }: TestBundler): Promise<Address> {
  const { timestamp } = await reader.getBlock()
  const { prediction } = await deployLocalMarket({
    rpcUrl,
    chainId: CHAIN_ID,
    owner,
    oracleWriter: oracle.address,
    genesisTimestamp: Number(timestamp) + 10,
    intervalSeconds: DAY,
    strikeDelay: 2,
    maxPayoutMultiple: 0,
  })
  await rpc('evm_increaseTime', [20])
  await rpc('evm_mine')
  return prediction
}

async function send(client: Client, account: Account, calls: readonly Call[]) {
  const startMs = performance.now()
  const hash = await client.sendUserOperation({ account, calls })
  const { success, receipt } = await client.waitForUserOperationReceipt({ hash })
  if (!success) throw new Error('The calls reverted.')
  return { gas: receipt.gasUsed, ms: performance.now() - startMs }
}

async function sendFromKey(
  { reader, rpcUrl }: TestBundler,
  call: Call,
  account = keeper,
): Promise<bigint> {
  const wallet = createWalletClient({
    account,
    chain: reader.chain,
    transport: http(rpcUrl),
  })
  const hash = await wallet.sendTransaction(call)
  return (await reader.waitForTransactionReceipt({ hash })).gasUsed
}

/** Sends a bet by a session's key, and measures from its signature to the receipt. */
async function call(bundler: TestBundler, session: TestSession, changes?: Partial<SessionCall>) {
  const { db } = bundler.database
  const startMs = performance.now()
  const signed = await signBet(bundler, session, changes)
  const { hash = '0x', reason } = await sendSessionCall(bundler.url(), { user: 'bench' }, signed)
  if (reason !== undefined) throw new Error(reason)
  const stored = () =>
    db
      .selectFrom('operations')
      .select(['state', 'transaction_hash'])
      .where('hash', '=', toBytes(hash))
      .executeTakeFirstOrThrow()
  let row = await stored()
  while (row.transaction_hash === null) {
    if (row.state === 'failed') throw new Error('The bet failed.')
    await sleep(20)
    row = await stored()
  }
  const mined = toHex(row.transaction_hash)
  const { gasUsed: gas } = await bundler.reader.getTransactionReceipt({ hash: mined })
  return { gas, ms: performance.now() - startMs }
}

function shares(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const share = (part: number) => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`
  return `p50 ${share(0.5)}, p95 ${share(0.95)}`
}

async function measure(bundler: TestBundler): Promise<void> {
  const markets = [bundler.prediction]
  for (const _ of [1, 2, 3, 4, 5, 6]) markets.push(await deployMarket(bundler))
  await bundler.restart({
    BUNDLER_SPONSORED_METHODS: [
      ...markets.flatMap((market) => METHODS.map((method) => `${market}:${method}`)),
      ...SESSION_METHODS.map((selector) => `${SESSION_MODULE}:${selector}`),
    ].join(','),
    BUNDLER_BUDGET_PER_DAY: '10',
  })
  const client = bundler.client({ user: 'bench' })
  const account = await bundler.newAccount()
  const [one = RELAYER, two = RELAYER, three = RELAYER, four = RELAYER, ...others] = markets
  await compareBets(bundler, account, { one, two, three, four })
  const bets = others.map((market) => betOn(market))
  print(`three bets, each the first of its round: ${(await send(client, account, bets)).gas} gas`)
  const sessions = []
  for (let count = 0; count < ROUNDS; count += 1) sessions.push(await grantSession(bundler, client))
  const crowd = await deployCrowd(bundler, one)
  await bundler.rpc('evm_setAutomine', [false])
  await bundler.rpc('evm_setIntervalMining', [1])
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = await bundler.newAccount()
    times.push((await send(client, fresh, [betOn(one)])).ms)
  }
  print(`to the receipt, blocks of 1 s: ${shares(times)}`)
  const calls: number[] = []
  for (const session of sessions) calls.push((await call(bundler, session)).ms)
  print(`the same by a session key: ${shares(calls)}`)
  await measureAtOnce(bundler, crowd, [two, four, ...others])
  await measureClaims(bundler, account, [one, two, ...others])
}

/** Measures the same bet by a key, by a smart account and by a session's key: each is the player's first in that market. */
async function compareBets(
  bundler: TestBundler,
  account: Account,
  { one, two, three, four }: Record<'one' | 'two' | 'three' | 'four', Address>,
): Promise<void> {
  const client = bundler.client({ user: 'bench' })
  // The first bet of a round also opens its storage.
  const firstFromKey = await sendFromKey(bundler, betOn(one))
  await sendFromKey(bundler, betOn(two))
  const laterFromKey = await sendFromKey(bundler, betOn(two), owner)
  const deployment = await send(client, account, [betOn(one)])
  const first = await send(client, account, [betOn(three)])
  const later = await send(client, account, [betOn(two)])
  const methods = [two, four].map((to) => ({ to, selector: slice(betOn(to).data, 0, 4) }))
  const session = await grantSession(bundler, client, { methods })
  const firstByKey = await call(bundler, session, betOn(four))
  const laterByKey = await call(bundler, session, { ...betOn(two), nonce: 1 })
  const of = (gas: bigint, fromKey: bigint) =>
    `${gas} gas (${(Number(gas) / Number(fromKey)).toFixed(2)} times)`
  print(
    `first bet of a round: ${firstFromKey} gas from a key, of an account ${of(first.gas, firstFromKey)}, by a session's key ${of(firstByKey.gas, firstFromKey)}`,
  )
  print(
    `later bet of a round: ${laterFromKey} gas from a key, of an account ${of(later.gas, laterFromKey)}, by a session's key ${of(laterByKey.gas, laterFromKey)}`,
  )
  print(`later bet with the account's deployment: ${of(deployment.gas, laterFromKey)}`)
}

type Member = { client: Client; account: Account }

/** Deploys an account for each of many users. */
async function deployCrowd(bundler: TestBundler, market: Address): Promise<readonly Member[]> {
  const crowd: Member[] = []
  for (let index = 0; index < AT_ONCE; index += 1) {
    const client = bundler.client({ user: `bench-${index}` })
    const account = await bundler.newAccount()
    await send(client, account, [betOn(market)])
    crowd.push({ client, account })
  }
  return crowd
}

/** Has every account bet at the same moment, once in each of `markets`. */
async function measureAtOnce(
  bundler: TestBundler,
  crowd: readonly Member[],
  markets: readonly Address[],
): Promise<void> {
  const rates: number[] = []
  const slowest: number[] = []
  for (const market of markets) {
    const startMs = performance.now()
    const before = await bundler.reader.getBlockNumber({ cacheTime: 0 })
    const results = await Promise.all(
      crowd.map(({ client, account }) => send(client, account, [betOn(market)])),
    )
    const blocks = Number((await bundler.reader.getBlockNumber({ cacheTime: 0 })) - before)
    const times = results.map(({ ms }) => ms)
    rates.push(AT_ONCE / ((performance.now() - startMs) / 1_000))
    slowest.push(quantile(times, 0.95))
    print(`${AT_ONCE} at once, blocks of 1 s: ${shares(times)}, ${blocks} blocks`)
  }
  report({
    what: `${AT_ONCE} operations at once`,
    unit: 'operations/s',
    target: TARGET_PER_SECOND,
    bound: 'at least',
    reached: quantile(rates, 0.5),
    worst: Math.min(...rates),
  })
  report({
    what: `${AT_ONCE} operations at once, p95 to the receipt`,
    unit: 'ms',
    target: TARGET_MINED_MS,
    bound: 'at most',
    reached: quantile(slowest, 0.5),
    worst: Math.max(...slowest),
  })
}

/** Claims in the second round: the first one, with bets on one side only, is refunded. */
async function measureClaims(
  bundler: TestBundler,
  account: Account,
  [one = RELAYER, two = RELAYER, ...others]: readonly Address[],
): Promise<void> {
  const client = bundler.client({ user: 'bench' })
  await bundler.rpc('evm_increaseTime', [DAY])
  await bundler.rpc('evm_mine')
  print(`claim from a key: ${await sendFromKey(bundler, claimFrom(one))} gas`)
  print(`one claim: ${(await send(client, account, [claimFrom(one)])).gas} gas`)
  const both = [claimFrom(two), betOn(two, 2n)]
  print(`a claim and a bet: ${(await send(client, account, both)).gas} gas`)
  const claims = others.map((market) => claimFrom(market))
  print(`three claims: ${(await send(client, account, claims)).gas} gas`)
}

const postgres = await startTemporaryPostgres({ isDurable: true })
const bundler = await startTestBundler(postgres.adminUrl)
try {
  await measure(bundler)
} finally {
  await bundler.stop()
  await postgres.stop()
}
process.exit()
