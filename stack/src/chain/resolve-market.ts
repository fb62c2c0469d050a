import { type DeployedMarket, readDeployedMarket } from '@bullring/contracts/address-file'
import { presetFeed } from '@bullring/contracts/preset-feed'
import { type Address, createPublicClient, fallback, http, isAddressEqual } from 'viem'
import { StackError } from '../errors.ts'
import type { StackSettings } from '../settings.ts'
import { findCreationBlock } from './find-creation-block.ts'

/** The market on a public chain, as index and pages need it. */
export type PublicMarket = {
  /** Nodes, comma-separated. */
  rpcUrl: string
  marketKind: string
  prediction: Address
  startBlock: number
  /** Price feed of the chain's coin; null where none is known. */
  priceFeed: Address | null
}

export type PublicChain = Extract<StackSettings['chain'], { kind: 'public' }>

/**
 * Decides which market of a public chain to serve: the one that the settings name, otherwise the one that
 * `npm run deploy` recorded. A missing start block is looked up on the chain.
 *
 * @throws {StackError} when there is neither, or the start block cannot be found.
 */
export async function resolveMarket(chain: PublicChain): Promise<PublicMarket> {
  const recorded = await readRecorded(chain.marketFile)
  const prediction = chain.prediction ?? recordedAddress(chain, recorded)
  const isRecorded = recorded !== null && isAddressEqual(prediction, recorded.prediction)
  const { rpcUrl, marketKind } = chain
  return {
    rpcUrl,
    marketKind,
    prediction,
    startBlock:
      chain.startBlock ??
      (isRecorded ? recorded.startBlock : await creationBlock(rpcUrl, prediction)),
    priceFeed: isRecorded ? recorded.settings.oracle : presetFeed(chain.id),
  }
}

/**
 * Reads the market that `npm run deploy` recorded; null for none.
 *
 * @throws {StackError} when the file is damaged.
 */
export async function readRecorded(file: URL): Promise<DeployedMarket | null> {
  try {
    return await readDeployedMarket(file)
  } catch (cause) {
    throw new StackError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function recordedAddress(
  { id, marketFile: file }: PublicChain,
  recorded: DeployedMarket | null,
): Address {
  if (recorded === null) {
    throw new StackError(
      `No market is known on chain ${id}: there is no ${file.pathname}. Deploy one with "npm run deploy -- --send", or set PREDICTION_ADDRESS to a contract.`,
    )
  }
  if (!recorded.verified) {
    throw new StackError(
      `The market in ${file.pathname} was deployed, but differs from its plan or was never compared with it. Move the file away and deploy again, or set PREDICTION_ADDRESS to serve it nevertheless.`,
    )
  }
  return recorded.prediction
}

function creationBlock(rpcUrl: string, prediction: Address): Promise<number> {
  const client = createPublicClient({
    transport: fallback(rpcUrl.split(',').map((url) => http(url, { timeout: 20_000 }))),
    ccipRead: false,
  })
  return findCreationBlock(client, prediction).catch((cause: unknown) => {
    if (cause instanceof StackError) throw cause
    throw new StackError(
      'The node at RPC_URL does not respond. Check RPC_URL, or set START_BLOCK to the block in which the contract was created.',
      { cause },
    )
  })
}
