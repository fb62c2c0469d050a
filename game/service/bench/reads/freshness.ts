import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toBytes } from '@bullring/server/db/bytes'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { startChild } from '@bullring/stack/processes/child'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { encodeFunctionData, numberToHex } from 'viem'
import * as z from 'zod'
import type { Database } from '../../src/db/open-database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startTestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'

const BLOCKS = 200
const WARM_UP_BLOCKS = 20
const LOOK_MS = 2
/** Blocks arrive at any time between two polls. */
const MAX_PAUSE_MS = 250
const STAKE = 10n ** 16n

const TARGETS = { row: 10, message: 12, lateMessage: 30 }

const Ready = z.object({ url: z.string() })
const Opened = z.object({ opened: z.number() })
const Received = z.object({ receivedAtMs: z.array(z.number()) })

type Delays = { row: number[]; message: number[] }

/**
 * Measures the delay from a mined block to its bet in the database, and to the message at a client: by a subscription
 * to new blocks, and by polling at the default interval as the baseline.
 */
export async function benchFreshness(databases: BenchDatabases): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const { genesisTimestamp } = chain.schedule
  await chain.push(60_000_000_000n, genesisTimestamp + 10)
  await chain.rpc('anvil_autoImpersonateAccount', [true])
  await chain.rpc('evm_setAutomine', [false])
  const polled = await measure(chain, await databases.create('polled'), 'polling', '')
  const heads = chain.rpcUrl.replace('http', 'ws')
  const subscribed = await measure(chain, await databases.create('subscribed'), 'newHeads', heads)
  const ratio = quantile(polled.row, 0.5) / quantile(subscribed.row, 0.5)
  printLine(`polling takes ${ratio.toFixed(1)} times as long to the row (p50)`)
  const figure = { unit: 'ms', bound: 'at most' } as const
  report({
    ...figure,
    what: 'block to row, p50',
    target: TARGETS.row,
    reached: quantile(subscribed.row, 0.5),
  })
  report({
    ...figure,
    what: 'block to message, p50',
    target: TARGETS.message,
    reached: quantile(subscribed.message, 0.5),
  })
  report({
    ...figure,
    what: 'block to message, p95',
    target: TARGETS.lateMessage,
    reached: quantile(subscribed.message, 0.95),
  })
}

let accounts = 0

async function measure(
  chain: TestChain,
  url: string,
  mode: string,
  headsUrl: string,
): Promise<Delays> {
  await using resources = new AsyncDisposableStack()
  const game = startGameProcess(chain, url, {
    GAME_POLL_INTERVAL_MS: '',
    ...(headsUrl !== '' && { GAME_RPC_WS_URL: headsUrl }),
  })
  resources.defer(() => game.stop())
  const [ready] = await Promise.race([
    once(game.process, 'message'),
    game.exited.then((how) => Promise.reject(new Error(`${how}\n${game.lastOutput()}`))),
  ])
  const port = new URL(z.parse(Ready, ready).url).port
  const listener = startChild({
    name: 'the listener',
    command: process.execPath,
    withIpc: true,
    args: [
      fileURLToPath(new URL('../stream/stream-client.ts', import.meta.url)),
      port,
      '1',
      'round',
    ],
  })
  resources.defer(() => listener.stop())
  z.parse(Opened, (await once(listener.process, 'message'))[0])
  const db = openDatabase(url, () => undefined)
  resources.defer(() => db.destroy())
  const delays: Delays = { row: [], message: [] }
  for (let block = 0; block < BLOCKS + WARM_UP_BLOCKS; block += 1) {
    const account = await placeBet(chain)
    listener.process.send({ kind: 'listen' })
    const received = once(listener.process, 'message')
    await sleep(Math.random() * MAX_PAUSE_MS)
    await chain.rpc('evm_mine')
    const minedAtMs = sharedNowMs()
    await untilVisible(db, account)
    const visibleAtMs = sharedNowMs()
    const [message] = await received
    if (block < WARM_UP_BLOCKS) continue
    delays.row.push(visibleAtMs - minedAtMs)
    const [receivedAtMs = 0] = z.parse(Received, message).receivedAtMs
    delays.message.push(receivedAtMs - minedAtMs)
  }
  const figures = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(1)}, p95 ${quantile(values, 0.95).toFixed(1)} ms`
  printLine(`${mode}: row ${figures(delays.row)}; message ${figures(delays.message)}`)
  return delays
}

/** Leaves a bet of an account that has never played in the mempool. */
async function placeBet(chain: TestChain): Promise<Address> {
  accounts += 1
  const from = numberToHex(0xbe7_0000 + accounts, { size: 20 }) as Address
  await chain.rpc('anvil_setBalance', [from, numberToHex(10n ** 19n)])
  await chain.rpc('eth_sendTransaction', [
    {
      from,
      to: chain.market.prediction,
      value: numberToHex(STAKE),
      gas: '0x200000',
      data: encodeFunctionData({ abi: predictionAbi, functionName: 'betBull', args: [1n] }),
    },
  ])
  return from
}

async function untilVisible(db: Database, account: Address): Promise<void> {
  while (true) {
    const { rows } = await sql`select 1 from bets where account = ${toBytes(account)}`.execute(db)
    if (rows.length > 0) return
    await sleep(LOOK_MS)
  }
}

/** Returns milliseconds on the clock that all processes of a machine share. */
function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
