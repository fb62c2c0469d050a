import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import { formatEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainClient } from '../chain/chain-client.ts'
import { createOracleReader } from '../chain/oracle-reader.ts'
import type { Market } from '../chain/read-market.ts'
import { createTransactionSender } from '../chain/send-transaction.ts'
import type { GameConfig } from '../config.ts'
import { ALARM_NAMES, createAlarms } from '../keeper/alarms.ts'
import { findSettlingRound } from '../keeper/find-settling-round.ts'
import { readStrikes } from '../keeper/read-strikes.ts'
import type { KeeperDeps } from '../keeper/run-keeper.ts'
import { runKeeper } from '../keeper/run-keeper.ts'
import { createDrySettler, createSettler } from '../keeper/settle-strikes.ts'
import type { Watch } from './watch.ts'

type Parts = {
  config: GameConfig
  log: Logger
  client: ChainClient
  market: Market
  watch: Watch
}

/** The keeper, if this process has one. */
export function keeperLoop({
  config,
  log,
  client,
  market,
  watch,
}: Parts): ((signal: AbortSignal) => Promise<void>)[] {
  const { keeper, pollIntervalMs } = config
  if (keeper === null) return []
  const { metrics } = watch
  const prediction = market.predictionAddress
  const account = privateKeyToAccount(keeper.privateKey)
  const oracle = createOracleReader(client, market.oracleAddress)
  const settler = createSettler(client, prediction, createTransactionSender(client, account))
  for (const alarm of ALARM_NAMES) metrics.keeperAlarm(alarm, false)
  const deps: KeeperDeps = {
    ...(keeper.isDryRun ? createDrySettler(settler, log) : settler),
    log,
    now: async () => toUnixSeconds((await client.getBlock()).timestamp),
    nowMs: Date.now,
    readStrikes: (epochs) => readStrikes(client, prediction, epochs),
    findSettlingRound: (lock: UnixSeconds) => findSettlingRound(oracle, lock),
    funds: async () => {
      const [balance, gasPrice] = await Promise.all([
        client.getBalance({ address: account.address }),
        client.getGasPrice(),
      ])
      metrics.keeperBalance(Number(formatEther(balance)))
      return { balance, gasPrice }
    },
    alarms: createAlarms(log, metrics.keeperAlarm),
    onPass: watch.onKeeperSeen,
    onSettled: metrics.settled,
  }
  const settings = {
    schedule: market.schedule,
    settlementWindow: market.settlementWindow,
    settlesEmpty: keeper.settlesEmpty,
    pollIntervalMs,
  }
  return [
    (signal) => {
      // Its first pass may wait for transactions: it is silent from now on, not since ever.
      watch.onKeeperSeen()
      return runKeeper(deps, settings, signal)
    },
  ]
}
