import { findCause } from '@bullring/errors/find-cause'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { ContractFunctionRevertedError, encodeFunctionData } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { TransactionSender } from '../chain/send-transaction.ts'

/** A strike and the oracle round that settles it. */
export type Settlement = { epoch: number; oracleRoundId: bigint; answeredAt: UnixSeconds }

/** `overtaken`: another transaction of the same account took its place. */
export type SettleOutcome = 'settled' | 'overtaken' | 'simulated'

/** What the keeper does with strikes it has found a round for. */
export type Settler = {
  /** Those that the contract would take now; a strike settled meanwhile counts as taken. */
  acceptable: (settlements: readonly Settlement[]) => Promise<Settlement[]>
  /** Settles all at once. */
  settle: (settlements: readonly Settlement[], signal: AbortSignal) => Promise<SettleOutcome>
}

export function createSettler(
  client: ChainClient,
  address: Address,
  sender: TransactionSender,
): Settler {
  const wouldPass = async (settlements: readonly Settlement[]) => {
    try {
      await client.simulateContract({
        address,
        abi: predictionAbi,
        functionName: 'settleMany',
        args: argsOf(settlements),
      })
      return true
    } catch (error) {
      if (findCause(error, ContractFunctionRevertedError)) return false
      throw error
    }
  }
  return {
    acceptable: async (settlements) => {
      if (settlements.length === 0 || (await wouldPass(settlements))) return [...settlements]
      // One refused strike fails the whole call: find out which, so that it does not hold up others.
      const passes = await Promise.all(settlements.map((one) => wouldPass([one])))
      return settlements.filter((_, index) => passes[index])
    },
    settle: async (settlements, signal) => {
      const data = encodeFunctionData({
        abi: predictionAbi,
        functionName: 'settleMany',
        args: argsOf(settlements),
      })
      const receipt = await sender.send({ to: address, data }, signal)
      return receipt?.status === 'success' ? 'settled' : 'overtaken'
    },
  }
}

/** Sends nothing: says once of each strike that it would be settled. */
export function createDrySettler({ acceptable }: Settler, log: Logger): Settler {
  const told = new Set<number>()
  return {
    acceptable,
    settle: (settlements) => {
      const epochs = settlements.map(({ epoch }) => epoch).filter((epoch) => !told.has(epoch))
      for (const epoch of epochs) told.add(epoch)
      if (epochs.length > 0) log.info({ epochs }, 'dry run: these strikes would be settled')
      return Promise.resolve('simulated')
    },
  }
}

function argsOf(settlements: readonly Settlement[]): [bigint[], bigint[]] {
  return [
    settlements.map(({ epoch }) => BigInt(epoch)),
    settlements.map(({ oracleRoundId }) => oracleRoundId),
  ]
}
