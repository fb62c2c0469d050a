import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address } from 'viem'
import { encodeFunctionData, parseEventLogs } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { TransactionSender } from '../chain/send-transaction.ts'
import type { PayerDeps } from './pay-winnings.ts'

/** Well below the interval of rounds: settlements wait for the same account. */
const SEND_TIMEOUT_MS = 10_000

type PayOutDeps = {
  client: ChainClient
  prediction: Address
  sender: TransactionSender
  /** The keeper's account. */
  account: Address
  maxFeePerGas: bigint
}

/** Creates the calls of a contract's `payOut`, and the reads that go with them. */
export function createPayOut({
  client,
  prediction: address,
  sender,
  account,
  maxFeePerGas,
}: PayOutDeps): Pick<PayerDeps, 'stateOf' | 'gasPrice' | 'estimateGas' | 'pay'> {
  const contract = { address, abi: predictionAbi } as const
  const dataOf = (epoch: number, accounts: readonly Address[]) =>
    encodeFunctionData({
      abi: predictionAbi,
      functionName: 'payOut',
      args: [BigInt(epoch), accounts],
    })
  return {
    stateOf: async (epoch, user) => {
      const args = [BigInt(epoch), user] as const
      const [isWon, isReturned, [, , isClaimed]] = await Promise.all([
        client.readContract({ ...contract, functionName: 'claimable', args }),
        client.readContract({ ...contract, functionName: 'refundable', args }),
        client.readContract({ ...contract, functionName: 'ledger', args }),
      ])
      if (isClaimed) return 'paid'
      return isWon || isReturned ? 'collectable' : 'waiting'
    },
    gasPrice: () => client.getGasPrice(),
    estimateGas: (epoch, accounts) =>
      client.estimateGas({ account, to: address, data: dataOf(epoch, accounts) }),
    pay: async (epoch, accounts, stopSignal) => {
      const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
      const call = { to: address, data: dataOf(epoch, accounts), maxFeePerGas }
      const receipt = await sender.send(call, signal)
      if (receipt === null) return null
      const claims = parseEventLogs({
        abi: predictionAbi,
        eventName: 'Claim',
        logs: receipt.logs.filter((log) => log.address.toLowerCase() === address.toLowerCase()),
      })
      return {
        paid: claims.map(({ args }) => args.sender),
        cost: receipt.gasUsed * receipt.effectiveGasPrice,
        isReverted: receipt.status === 'reverted',
      }
    },
  }
}
