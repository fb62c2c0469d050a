import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { deployLocalMarket } from '@bullring/stack/chain/local-market'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { type Address, createWalletClient, http, toFunctionSelector } from 'viem'
import {
  betOn,
  CHAIN_ID,
  RELAYER,
  startTestBundler,
  type TestBundler,
} from '../src/testing/start-test-bundler.ts'

/**
 * Measures bets from a key and from a smart account on a local chain: the gas of their transactions, and the time
 * from the request to the receipt with a block each second.
 *
 * Usage: npm run bench:bundler
 */

const ROUNDS = 20
const BET = toFunctionSelector('betBull(uint256)')
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
    ...{ rpcUrl, chainId: CHAIN_ID, owner, oracleWriter: oracle.address },
    ...{ genesisTimestamp: Number(timestamp) + 10, intervalSeconds: 86_400, strikeDelay: 2 },
    maxPayoutMultiple: 0,
  })
  await rpc('evm_increaseTime', [20])
  await rpc('evm_mine')
  return prediction
}

async function send(client: Client, account: Account, markets: readonly Address[]) {
  const startMs = performance.now()
  const hash = await client.sendUserOperation({ account, calls: markets.map(betOn) })
  const { success, receipt } = await client.waitForUserOperationReceipt({ hash })
  if (!success) throw new Error('The bets reverted.')
  return { gas: receipt.gasUsed, ms: performance.now() - startMs }
}

async function betFromKey({ reader, rpcUrl }: TestBundler, market: Address): Promise<bigint> {
  const wallet = createWalletClient({
    account: keeper,
    chain: reader.chain,
    transport: http(rpcUrl),
  })
  const hash = await wallet.sendTransaction(betOn(market))
  return (await reader.waitForTransactionReceipt({ hash })).gasUsed
}

function share(sorted: readonly number[], part: number): string {
  return `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`
}

async function measure(bundler: TestBundler): Promise<void> {
  const markets = [bundler.prediction]
  for (const _ of [1, 2, 3, 4, 5]) markets.push(await deployMarket(bundler))
  await bundler.restart({
    BUNDLER_SPONSORED_METHODS: markets.map((market) => `${market}:${BET}`).join(','),
    BUNDLER_BUDGET_PER_USER: '1',
    BUNDLER_BUDGET_PER_IP: '1',
    BUNDLER_BUDGET_PER_METHOD: '1',
    BUNDLER_BUDGET_PER_DAY: '1',
  })
  const client = bundler.client({ user: 'bench' })
  const account = await bundler.newAccount()
  const [one = RELAYER, two = RELAYER, ...three] = markets
  // The first bet of a round also opens its storage.
  await betFromKey(bundler, two)
  print(`bet from a key: ${await betFromKey(bundler, one)} gas`)
  print(`first bet, with deployment: ${(await send(client, account, [one])).gas} gas`)
  print(`one bet: ${(await send(client, account, [two])).gas} gas`)
  print(`three bets: ${(await send(client, account, three.slice(0, 3))).gas} gas`)
  await bundler.rpc('evm_setAutomine', [false])
  await bundler.rpc('evm_setIntervalMining', [1])
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = await bundler.newAccount()
    times.push((await send(client, fresh, [one])).ms)
  }
  times.sort((first, second) => first - second)
  print(`to the receipt, blocks of 1 s: p50 ${share(times, 0.5)}, p95 ${share(times, 0.95)}`)
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
