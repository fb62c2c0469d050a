import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  parseAbi,
  size,
  slice,
} from 'viem'
import { boundedCall } from '../chain/bounded-call.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { NftCandidate } from './nft-source.ts'

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

/** Proxies and packed owners included. */
const GAS = 300_000n

/** Returns the account's current quantity of each candidate, as its contract says: events can claim anything. */
export function readOwned(
  client: RpcClient,
  account: Address,
  candidates: readonly NftCandidate[],
): Promise<readonly bigint[]> {
  return Promise.all(
    candidates.map(async ({ contract: to, tokenId, standard }) => {
      const data =
        standard === 'ERC721'
          ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
          : encodeFunctionData({ abi, functionName: 'balanceOf', args: [account, tokenId] })
      const word = wordOf(await boundedCall(client, { to, data, gas: GAS }))
      if (standard === 'ERC1155') return word
      return word === hexToBigInt(account) ? 1n : 0n
    }),
  )
}

function wordOf(result: Hex | null): bigint {
  return result === null || size(result) < 32 ? 0n : hexToBigInt(slice(result, 0, 32))
}
