import { setTimeout as sleep } from 'node:timers/promises'
import { currentEpoch, strikeTime } from '@bullring/prediction/schedule'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import type { Cluster } from '../cluster.ts'
import { apiDifferences, watcherDifferences } from './compare-api.ts'
import { contractDifferences } from './compare-contract.ts'
import { databaseDifferences } from './compare-database.ts'
import { type PlayerDeps, pushAnswer, untilSettled } from './player.ts'
import type { Watcher } from './watcher.ts'

const LIMIT_MS = 600_000
const CHECK_MS = 1_000
const FINAL_BLOCKS = 70
const SHOWN = 40

export type JudgeDeps = PlayerDeps & {
  cluster: Cluster
  watchers: readonly Watcher[]
  report: (text: string) => void
}

/**
 * Lets the game end, and lists where contract, databases, nodes and clients differ from the ledger. They have a few
 * minutes to catch up with it.
 */
export async function judge(deps: JudgeDeps): Promise<string[]> {
  await endGame(deps)
  const contract = await contractDifferences(deps.chain, deps.ledger)
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const others = await othersDifferences(deps).catch((error: unknown) => [String(error)])
    if (others.length === 0 || Date.now() > deadline)
      return [...contract, ...others].slice(0, SHOWN)
    deps.report(`${others.length} differences left: ${others[0]}`)
    deps.signal.throwIfAborted()
    await sleep(CHECK_MS)
  }
}

/** Gives all strikes of played rounds their answers, and waits until they are settled beyond the reach of reorgs. */
async function endGame(deps: JudgeDeps): Promise<void> {
  const { chain, ledger } = deps
  const { schedule } = ledger.terms
  const { time } = await chain.head()
  const last = currentEpoch(schedule, time)
  for (let epoch = last; epoch <= last + 2n; epoch = toEpoch(epoch + 1n)) {
    await pushAnswer(deps, toUnixSeconds(strikeTime(schedule, epoch) + 2))
  }
  for (let epoch = toEpoch(1); epoch <= last + 2n; epoch = toEpoch(epoch + 1n)) {
    await untilSettled(deps, epoch)
  }
  await chain.mine(FINAL_BLOCKS)
}

async function othersDifferences(deps: JudgeDeps): Promise<string[]> {
  const { chain, cluster, ledger, watchers } = deps
  const { time: now } = await chain.head()
  const payouts = new Map(
    ledger.bets.map((bet) => [`${bet.account} ${bet.epoch}`, ledger.payoutOf(bet, now)]),
  )
  const payoutOf = (account: string, epoch: bigint) => payouts.get(`${account} ${epoch}`) ?? -1n
  const differences: string[] = []
  const urls = { primary: cluster.databases.primaryUrl(), standby: cluster.databases.standbyUrl() }
  for (const [name, url] of Object.entries(urls)) {
    const gameUrl = url.replace(/\/postgres$/, '/game')
    differences.push(...(await databaseDifferences(name, gameUrl, ledger, payoutOf)))
  }
  if (differences.length > 0) return differences
  for (const { name, plan, url } of cluster.nodes) {
    if (plan.roles.includes('api'))
      differences.push(...(await apiDifferences(name, url, ledger, now)))
  }
  for (const [index, watcher] of watchers.entries()) {
    const name = `client ${index + 1}`
    if (!watcher.isSettled) differences.push(`${name} still fetches`)
    differences.push(...watcherDifferences(name, watcher, ledger, now))
  }
  return differences
}
