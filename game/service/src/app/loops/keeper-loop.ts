import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import { formatEther, formatGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainClient } from '../../chain/chain-client.ts'
import { createOracleReader } from '../../chain/oracle-reader.ts'
import type { BullringContract } from '../../chain/read-bullring-contract.ts'
import type { TransactionSender } from '../../chain/send-transaction.ts'
import { createSharedSender, createTransactionSender } from '../../chain/send-transaction.ts'
import type { GameConfig } from '../../config.ts'
import { ALARM_NAMES, createAlarms } from '../../keeper/alarms.ts'
import { findSettlingRound } from '../../keeper/find-settling-round.ts'
import { readStrikes } from '../../keeper/read-strikes.ts'
import type { RunKeeperDeps } from '../../keeper/run-keeper.ts'
import { runKeeper } from '../../keeper/run-keeper.ts'
import { createDrySettler, createSettler } from '../../keeper/settle-strikes.ts'
import type { MarketHealth } from '../../metrics/market-health.ts'
import type { Loop } from './loop.ts'

type KeeperDeps = {
  log: Logger
  health: MarketHealth
  client: ChainClient
  /** Null without a keeper. */
  sender: TransactionSender | null
  config: Pick<GameConfig, 'keeper' | 'pollIntervalMs'>
}

/** Settles strikes, if this process has a keeper. */
export function keeperLoop(
  { client, config, health, log, sender }: KeeperDeps,
  contract: BullringContract,
): Loop[] {
  const { keeper, pollIntervalMs } = config
  if (keeper === null || sender === null) return []
  const { metrics } = health
  const prediction = contract.predictionAddress
  const account = privateKeyToAccount(keeper.privateKey)
  const oracle = createOracleReader(client, contract.oracleAddress)
  const settler = createSettler(client, prediction, sender)
  for (const alarm of ALARM_NAMES) metrics.keeperAlarm(alarm, false)
  const deps: RunKeeperDeps = {
    ...(keeper.isDryRun ? createDrySettler(settler, log) : settler),
    log,
    newestBlock: async () => {
      const { number, hash, parentHash, timestamp } = await client.getBlock()
      return { number, hash, parentHash, timestamp: toUnixSeconds(timestamp) }
    },
    blockHash: async (blockNumber) => (await client.getBlock({ blockNumber })).hash,
    nowMs: Date.now,
    readStrikes: (epochs: readonly Epoch[]) => readStrikes(client, prediction, epochs),
    findSettlingRound: (lock: UnixSeconds) => findSettlingRound(oracle, lock),
    funds: async () => {
      const [balance, gasPrice] = await Promise.all([
        client.getBalance({ address: account.address }),
        client.getGasPrice(),
      ])
      metrics.keeperFunds(Number(formatEther(balance)), Number(formatGwei(gasPrice)))
      return { balance, gasPrice }
    },
    alarms: createAlarms(log, metrics.keeperAlarm),
    onPass: health.onKeeperPass,
    onSettled: metrics.settled,
    onDue: metrics.keeperWaiting,
  }
  const { schedule, settlementWindow } = contract
  const { shouldSettleEmpty } = keeper
  const options = { schedule, settlementWindow, shouldSettleEmpty, pollIntervalMs }
  return [
    (signal) => {
      // The first pass may wait for transactions: the keeper counts as alive from its start.
      health.onKeeperPass()
      return runKeeper(deps, options, signal)
    },
  ]
}

/** Creates the sender of the keeper's account, which settles the strikes of all markets; null without a keeper. */
export function keeperSender(
  client: ChainClient,
  { keeper }: Pick<GameConfig, 'keeper'>,
): TransactionSender | null {
  if (keeper === null) return null
  const account = privateKeyToAccount(keeper.privateKey)
  return createSharedSender(createTransactionSender(client, account, keeper))
}
