import { setTimeout as sleep } from 'node:timers/promises'
import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Call } from '@bullring/smart-account/calls'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { SESSION_METHODS } from '@bullring/smart-account/session-calls'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { deployLocalMarket } from '@bullring/stack/chain/local-market'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { type Address, createWalletClient, http, toFunctionSelector } from 'viem'
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
 * Measures bets from a key, from a smart account and by a session key on a local chain: the gas of their transactions, and the time
 * from the request to the receipt with a block each second.
 *
 * Usage: npm run bench:bundler
 */

const ROUNDS = 20
const METHODS = [toFunctionSelector('betBull(uint256)'), toFunctionSelector('claim(uint256[])')]
const DAY = 86_400
const { owner, oracle, keeper } = localAccounts(0)

type Client = ReturnType<TestBundler['client']>
type Account = Awaited<ReturnType<TestBundler['newAccount']>>

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

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

async function sendFromKey({ reader, rpcUrl }: TestBundler, call: Call): Promise<bigint> {
  const wallet = createWalletClient({
    account: keeper,
    chain: reader.chain,
    transport: http(rpcUrl),
  })
  const hash = await wallet.sendTransaction(call)
  return (await reader.waitForTransactionReceipt({ hash })).gasUsed
}

/** Sends a bet by a session's key, and measures from its signature to the receipt. */
async function call(bundler: TestBundler, session: TestSession) {
  const { db } = bundler.database
  const startMs = performance.now()
  const signed = await signBet(bundler, session)
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
  for (const _ of [1, 2, 3, 4, 5]) markets.push(await deployMarket(bundler))
  await bundler.restart({
    BUNDLER_SPONSORED_METHODS: [
      ...markets.flatMap((market) => METHODS.map((method) => `${market}:${method}`)),
      ...SESSION_METHODS.map((selector) => `${SESSION_MODULE}:${selector}`),
    ].join(','),
    BUNDLER_BUDGET_PER_DAY: '10',
  })
  const client = bundler.client({ user: 'bench' })
  const account = await bundler.newAccount()
  const [one = RELAYER, two = RELAYER, ...three] = markets
  // The first bet of a round also opens its storage.
  await sendFromKey(bundler, betOn(two))
  print(`bet from a key: ${await sendFromKey(bundler, betOn(one))} gas`)
  print(`first bet, with deployment: ${(await send(client, account, [betOn(one)])).gas} gas`)
  print(`one bet: ${(await send(client, account, [betOn(two)])).gas} gas`)
  const bets = three.slice(0, 3).map((market) => betOn(market))
  print(`three bets: ${(await send(client, account, bets)).gas} gas`)
  const sessions = []
  for (let count = 0; count <= ROUNDS; count += 1)
    sessions.push(await grantSession(bundler, client))
  const [first, ...others] = sessions
  if (first !== undefined) print(`by a session key: ${(await call(bundler, first)).gas} gas`)
  await bundler.rpc('evm_setAutomine', [false])
  await bundler.rpc('evm_setIntervalMining', [1])
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = await bundler.newAccount()
    times.push((await send(client, fresh, [betOn(one)])).ms)
  }
  print(`to the receipt, blocks of 1 s: ${shares(times)}`)
  const calls: number[] = []
  for (const session of others) calls.push((await call(bundler, session)).ms)
  print(`the same by a session key: ${shares(calls)}`)
  await measureClaims(bundler, account, [one, two, ...three])
}

/** Claims in the second round: the first one, with bets on one side only, is refunded. */
async function measureClaims(
  bundler: TestBundler,
  account: Account,
  [one = RELAYER, two = RELAYER, ...three]: readonly Address[],
): Promise<void> {
  const client = bundler.client({ user: 'bench' })
  await bundler.rpc('evm_increaseTime', [DAY])
  await bundler.rpc('evm_mine')
  print(`claim from a key: ${await sendFromKey(bundler, claimFrom(one))} gas`)
  print(`one claim: ${(await send(client, account, [claimFrom(one)])).gas} gas`)
  const both = [claimFrom(two), betOn(two, 2n)]
  print(`a claim and a bet: ${(await send(client, account, both)).gas} gas`)
  const claims = three.slice(0, 3).map((market) => claimFrom(market))
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
