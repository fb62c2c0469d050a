import { setTimeout as sleep } from 'node:timers/promises'
import { readSessionState } from '@bullring/smart-account/read-sessions'
import { printLine as print, quantile, report } from '@bullring/stack/bench/report'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { createWalletClient, http } from 'viem'
import { betOn, startTestBundler, type TestBundler } from '../src/testing/start-test-bundler.ts'
import {
  grantSession,
  sendSessionCall,
  signBet,
  type TestSession,
} from '../src/testing/test-session.ts'

/**
 * Measures one-tap bets with a block each second, from the end of the time to undo until the page can see the bet in a
 * block, as the page does it: read what the session has used, sign, send, and read again every 200 ms. The baseline of
 * the same run is a transfer from a key straight to the node. The wallet service, which forwards bets, is left out.
 *
 * Usage: npm run bench:onetap
 */

const BETS = 40
const POLL_MS = 200
const TARGET_MS = 2_000
const { keeper } = localAccounts(0)

/** Time until the page can see the bet in a block. */
async function tap(bundler: TestBundler, session: TestSession): Promise<number> {
  const startMs = performance.now()
  const { account, id } = session
  const read = () => readSessionState(bundler.reader, account.address, id)
  const [{ nonce }] = await Promise.all([
    read(),
    bundler.reader.getBalance({ address: account.address }),
  ])
  const signed = await signBet(bundler, session, { nonce })
  const { reason } = await sendSessionCall(bundler.url(), { user: 'bench' }, signed)
  if (reason !== undefined) throw new Error(reason)
  while ((await read()).nonce === nonce) await sleep(POLL_MS)
  return performance.now() - startMs
}

/** Measures the time until a transfer from a key is in a block, polled at the same interval. */
async function transfer({ reader, rpcUrl }: TestBundler): Promise<number> {
  const wallet = createWalletClient({
    account: keeper,
    chain: reader.chain,
    transport: http(rpcUrl),
  })
  const startMs = performance.now()
  const hash = await wallet.sendTransaction({ to: keeper.address, value: 1n })
  while ((await reader.getTransaction({ hash })).blockNumber === null) await sleep(POLL_MS)
  return performance.now() - startMs
}

async function measure(bundler: TestBundler): Promise<void> {
  await bundler.restart({
    BUNDLER_BUDGET_PER_DAY: '10',
  })
  const client = bundler.client({ user: 'bench' })
  const { value } = betOn(bundler.prediction)
  const sessions: TestSession[] = []
  for (let count = 0; count < BETS; count += 1) {
    sessions.push(await grantSession(bundler, client, { totalValue: value }))
  }
  await bundler.rpc('evm_setAutomine', [false])
  await bundler.rpc('evm_setIntervalMining', [1])
  const [bets, transfers]: [number[], number[]] = [[], []]
  // In turn, at any time of a block.
  for (const session of sessions) {
    transfers.push(await transfer(bundler))
    await sleep(Math.random() * 1_000)
    bets.push(await tap(bundler, session))
    await sleep(Math.random() * 1_000)
  }
  const texts = [0.5, 0.95].map((share) => {
    const [bet, other] = [quantile(bets, share), quantile(transfers, share)]
    const ratio = (bet / other).toFixed(2)
    return `p${share * 100} ${Math.round(bet)} ms, ${ratio} times a transfer (${Math.round(other)} ms)`
  })
  print(`tap to block, blocks of 1 s, ${BETS} bets: ${texts.join('; ')}`)
  report({
    what: 'p95 from tap to block',
    unit: 'ms',
    target: TARGET_MS,
    bound: 'at most',
    reached: quantile(bets, 0.95),
    worst: Math.max(...bets),
  })
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
