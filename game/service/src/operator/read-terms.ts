import type { OperatorMarket } from '@bullring/game-api/operator'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { type Address, formatEther, parseAbi } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'

export type Terms = NonNullable<OperatorMarket['terms']>

/** Functions for the admin of a PancakePredictionV2 contract, which the game does not use. */
const pancakeAbi = parseAbi([
  'function adminAddress() view returns (address)',
  'function operatorAddress() view returns (address)',
  'function minBetAmount() view returns (uint256)',
  'function treasuryFee() view returns (uint256)',
  'function treasuryAmount() view returns (uint256)',
  'function paused() view returns (bool)',
])

/** Reads the terms of a market and who may change them. Rejects when the node does not respond. */
export async function readTerms(
  client: ChainClient,
  { kind, predictionAddress }: { kind: MarketKind; predictionAddress: Address },
): Promise<Terms> {
  return kind === 'bullring'
    ? await readBullring(client, predictionAddress)
    : await readPancake(client, predictionAddress)
}

async function readBullring(client: ChainClient, address: Address): Promise<Terms> {
  const contract = { address, abi: predictionAbi } as const
  const [owner, minimum, fee, maxFee, next, isPaused, pausedFrom, collectable] = await Promise.all([
    client.readContract({ ...contract, functionName: 'owner' }),
    client.readContract({ ...contract, functionName: 'minBetAmount' }),
    client.readContract({ ...contract, functionName: 'treasuryFee' }),
    client.readContract({ ...contract, functionName: 'MAX_TREASURY_FEE' }),
    client.readContract({ ...contract, functionName: 'nextTerms' }),
    client.readContract({ ...contract, functionName: 'paused' }),
    client.readContract({ ...contract, functionName: 'firstPausedEpoch' }),
    client.readContract({ ...contract, functionName: 'treasuryAmount' }),
  ])
  const [nextMinimum, nextFee, epoch] = next
  const isChanging = nextMinimum !== minimum || nextFee !== fee
  return {
    owners: [owner],
    minimum: formatEther(minimum),
    fee: Number(fee),
    max_fee: Number(maxFee),
    next: isChanging
      ? { minimum: formatEther(nextMinimum), fee: Number(nextFee), epoch: Number(epoch) }
      : null,
    is_paused: isPaused,
    paused_from: pausedFrom === 0n ? null : Number(pausedFrom),
    collectable: formatEther(collectable),
  }
}

async function readPancake(client: ChainClient, address: Address): Promise<Terms> {
  const contract = { address, abi: pancakeAbi } as const
  const [admin, operator, minimum, fee, isPaused, collectable] = await Promise.all([
    client.readContract({ ...contract, functionName: 'adminAddress' }),
    client.readContract({ ...contract, functionName: 'operatorAddress' }),
    client.readContract({ ...contract, functionName: 'minBetAmount' }),
    client.readContract({ ...contract, functionName: 'treasuryFee' }),
    client.readContract({ ...contract, functionName: 'paused' }),
    client.readContract({ ...contract, functionName: 'treasuryAmount' }),
  ])
  return {
    owners: [...new Set([admin, operator])],
    minimum: formatEther(minimum),
    fee: Number(fee),
    max_fee: null,
    next: null,
    is_paused: isPaused,
    paused_from: null,
    collectable: formatEther(collectable),
  }
}
