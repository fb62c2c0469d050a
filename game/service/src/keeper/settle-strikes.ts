import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { isRevert } from '@bullring/wire/chain/is-revert'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { encodeFunctionData } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { TransactionSender } from '../chain/send-transaction.ts'

/** A strike and the oracle round that settles it. */
export type Settlement = { epoch: Epoch; oracleRoundId: bigint; answeredAt: UnixSeconds }

/** `replaced`: another transaction of the same account took its nonce. */
type SettleOutcome = 'settled' | 'reverted' | 'replaced' | 'dry-run'

/** Settles strikes whose oracle round is known. */
export type Settler = {
  /** Returns those that the contract accepts now. A strike that is already settled counts as accepted. */
  filterAcceptable: (settlements: readonly Settlement[]) => Promise<Settlement[]>
  /** Settles all in one transaction. */
  settle: (settlements: readonly Settlement[], signal: AbortSignal) => Promise<SettleOutcome>
}

/** Creates a settler that sends transactions with `sender`. */
export function createSettler(
  client: ChainClient,
  address: Address,
  sender: TransactionSender,
): Settler {
  const isAccepted = async (settlements: readonly Settlement[]) => {
    try {
      await client.simulateContract({
        address,
        abi: predictionAbi,
        functionName: 'settleMany',
        args: argsOf(settlements),
      })
      return true
    } catch (error) {
      if (isRevert(error)) return false
      throw error
    }
  }
  return {
    filterAcceptable: async (settlements) => {
      if (settlements.length === 0 || (await isAccepted(settlements))) return [...settlements]
      // One rejected strike fails the whole call: find it, so that it does not block the others.
      const results = await Promise.all(settlements.map((one) => isAccepted([one])))
      return settlements.filter((_, index) => results[index])
    },
    settle: async (settlements, signal) => {
      const data = encodeFunctionData({
        abi: predictionAbi,
        functionName: 'settleMany',
        args: argsOf(settlements),
      })
      const receipt = await sender.send({ to: address, data }, signal)
      if (receipt === null) return 'replaced'
      return receipt.status === 'success' ? 'settled' : 'reverted'
    },
  }
}

/** Creates a settler for dry runs: logs each strike once and sends nothing. */
export function createDrySettler({ filterAcceptable }: Settler, log: Logger): Settler {
  const logged = new Set<Epoch>()
  return {
    filterAcceptable,
    settle: (settlements) => {
      const epochs = settlements.map(({ epoch }) => epoch).filter((epoch) => !logged.has(epoch))
      for (const epoch of epochs) logged.add(epoch)
      if (epochs.length > 0)
        log.info({ epochs: epochs.map(Number) }, 'dry run, strikes not settled')
      return Promise.resolve('dry-run')
    },
  }
}

function argsOf(settlements: readonly Settlement[]): [bigint[], bigint[]] {
  return [
    settlements.map(({ epoch }) => epoch),
    settlements.map(({ oracleRoundId }) => oracleRoundId),
  ]
}
