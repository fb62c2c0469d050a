import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { isTransportError, toMarketError } from './errors.ts'

/** Facts of a PancakePredictionV2 contract that its logs do not contain. */
export type PancakeContract = {
  kind: 'pancake-v2'
  predictionAddress: Address
  oracleAddress: Address
  /** Start of round 1; 0 before it. */
  genesisTimestamp: UnixSeconds
  /** The three terms below hold until the first announced change. */
  intervalSeconds: number
  bufferSeconds: number
  treasuryFee: number
}

/**
 * Reads the constructor's arguments, which no event announces. Round 1 still has the first interval. The
 * first fee is read at the start block, or at the newest block from a node without that block's state.
 *
 * @throws {NoMarketError} when the address holds no such contract.
 * @throws {ChainUnreachableError} when the endpoint does not respond.
 */
export async function readPancakeContract(
  client: ChainClient,
  { predictionAddress: address, startBlock }: { predictionAddress: Address; startBlock: number },
): Promise<PancakeContract> {
  const contract = { address, abi: pancakePredictionAbi } as const
  try {
    const [oracle, interval, buffer, fee, first] = await Promise.all([
      client.readContract({ ...contract, functionName: 'oracle' }),
      client.readContract({ ...contract, functionName: 'intervalSeconds' }),
      client.readContract({ ...contract, functionName: 'bufferSeconds' }),
      firstFee(client, address, startBlock),
      client.readContract({ ...contract, functionName: 'rounds', args: [1n] }),
      // Fails on a bullring contract, which has no such function.
      client.readContract({ ...contract, functionName: 'genesisLockOnce' }),
    ])
    const [, start, lock] = first
    return {
      kind: 'pancake-v2',
      predictionAddress: address,
      oracleAddress: oracle,
      genesisTimestamp: toUnixSeconds(start),
      intervalSeconds: Number(start === 0n ? interval : lock - start),
      bufferSeconds: Number(buffer),
      treasuryFee: Number(fee),
    }
  } catch (cause) {
    throw toMarketError(cause, 'PancakePredictionV2')
  }
}

async function firstFee(client: ChainClient, address: Address, startBlock: number) {
  const fee = { address, abi: pancakePredictionAbi, functionName: 'treasuryFee' } as const
  try {
    return await client.readContract({ ...fee, blockNumber: BigInt(startBlock) })
  } catch (error) {
    if (isTransportError(error)) throw error
    return client.readContract(fee)
  }
}
