import { TimedCache } from '@bullring/server/timed-cache'
import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi, size, toHex } from 'viem'
import { boundedCall } from '../chain/bounded-call.ts'
import type { NftId } from '../chain/nft-id.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { type MetadataOptions, type NftMetadata, readMetadata } from './read-metadata.ts'

/** Description of an NFT. */
export type NftDetails = {
  name: string
  collection: string
  /** As its metadata names it; null for none. */
  image: string | null
}

const abi = parseAbi([
  'function name() view returns (string)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])

/** Enough for pictures drawn by the contract. It also limits how much memory a reply takes. */
const URI_GAS = 5_000_000n
const NAME_GAS = 200_000n
const MAX_URI_BYTES = 256 * 1_024
const MAX_NAME_LENGTH = 80
/** A picture within the metadata: links to other servers are short. */
const MAX_INLINE_IMAGE = 64 * 1_024

const CACHE = { lifetimeMs: 600_000, maxEntries: 5_000 }

/** Metadata that is read at the same time, for all callers together. */
const MAX_IN_FLIGHT = 64

/** Returns a reader of names and pictures, which are kept for ten minutes. It never rejects because of a contract. */
export function createNftDetails(
  client: RpcClient,
  options: MetadataOptions & { nowMs: () => number },
): (nft: NftId) => Promise<NftDetails> {
  const collections = new TimedCache<string>(CACHE)
  const metadata = new TimedCache<NftMetadata | null>(CACHE)
  let inFlight = 0
  const read = async (nft: NftId) => {
    if (inFlight >= MAX_IN_FLIGHT) throw new Error('too many at once')
    inFlight += 1
    try {
      const uri = await readUri(client, nft)
      return uri === null ? null : await readMetadata(uri, options)
    } finally {
      inFlight -= 1
    }
  }
  return async (nft) => {
    const { contract, tokenId } = nft
    const key = `${contract} ${tokenId}`
    const [collection, found] = await Promise.all([
      collections.get(contract, options.nowMs(), () => readCollection(client, contract)),
      metadata.get(key, options.nowMs(), () => read(nft)).catch(() => null),
    ])
    const name = cleanName(found?.name ?? '') || `${collection} ${idText(tokenId)}`.trim()
    const image = found?.image ?? null
    const isShown = image !== null && image.length <= MAX_INLINE_IMAGE
    return { name, collection, image: isShown ? image : null }
  }
}

async function readCollection(client: RpcClient, to: Address): Promise<string> {
  const data = encodeFunctionData({ abi, functionName: 'name' })
  const result = await boundedCall(client, { to, data, gas: NAME_GAS })
  return cleanName(textOf('name', result) ?? '')
}

async function readUri(
  client: RpcClient,
  { contract: to, tokenId, standard }: NftId,
): Promise<string | null> {
  const functionName = standard === 'ERC721' ? 'tokenURI' : 'uri'
  const data = encodeFunctionData({ abi, functionName, args: [tokenId] })
  const text = textOf(functionName, await boundedCall(client, { to, data, gas: URI_GAS }))
  // ERC-1155: clients fill in the id, in 64 lower-case hex digits.
  return text?.replaceAll('{id}', toHex(tokenId, { size: 32 }).slice(2)) ?? null
}

function textOf(
  functionName: 'name' | 'tokenURI' | 'uri',
  result: `0x${string}` | null,
): string | null {
  if (result === null || size(result) > MAX_URI_BYTES) return null
  try {
    return decodeFunctionResult({ abi, functionName, data: result })
  } catch {
    return null
  }
}

/** Without invisible characters, which can reorder the text around them. */
function cleanName(name: string): string {
  const plain = name.replace(/\p{C}/gu, '').trim()
  return plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH - 1)}…` : plain
}

/** Some collections use 256 bits of the id. */
function idText(tokenId: bigint): string {
  const text = `${tokenId}`
  return text.length > 12 ? `#${text.slice(0, 4)}…${text.slice(-4)}` : `#${text}`
}
