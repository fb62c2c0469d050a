import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toWei, type Wei } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { estimateContractGas, getGasPrice } from 'viem/actions'
import type { Config } from 'wagmi'
import { simulateContract, writeContract } from 'wagmi/actions'
import type { Market } from './market.ts'
import { waitUntilMined } from './wait-until-mined.ts'

/** A change of a market that only its owner can make. */
export type OwnerAction =
  | { kind: 'collect' | 'pause' | 'unpause' }
  | { kind: 'minimum'; amount: Wei }
  | { kind: 'fee'; basisPoints: number }

/** Runs the change on the node without sending it. Rejects with the contract's reason when it would fail. */
export async function simulateOwnerAction(
  config: Config,
  market: Market,
  { account, action }: { account: Address; action: OwnerAction },
): Promise<{ gasCost: Wei }> {
  const call = callOf(market, account, action)
  await simulateContract(config, call)
  const client = config.getClient({ chainId: market.chainId })
  const [gas, price] = await Promise.all([estimateContractGas(client, call), getGasPrice(client)])
  return { gasCost: toWei(gas * price) }
}

/** Sends the change and waits until it is mined. Throws like {@link waitUntilMined}. */
export async function sendOwnerAction(
  config: Config,
  market: Market,
  { account, action }: { account: Address; action: OwnerAction },
): Promise<void> {
  const call = callOf(market, account, action)
  const { request } = await simulateContract(config, call)
  const hash = await writeContract(config, request)
  const { functionName } = call
  await waitUntilMined(config.getClient({ chainId: market.chainId }), { hash, functionName })
}

function callOf({ prediction, chainId }: Market, account: Address, action: OwnerAction) {
  const contract = { abi: predictionAbi, address: prediction, chainId, account } as const
  switch (action.kind) {
    case 'collect':
      return { ...contract, functionName: 'claimTreasury' } as const
    case 'pause':
      return { ...contract, functionName: 'pause' } as const
    case 'unpause':
      return { ...contract, functionName: 'unpause' } as const
    case 'minimum':
      return { ...contract, functionName: 'setMinBetAmount', args: [action.amount] } as const
    case 'fee':
      return {
        ...contract,
        functionName: 'setTreasuryFee',
        args: [BigInt(action.basisPoints)],
      } as const
  }
}
