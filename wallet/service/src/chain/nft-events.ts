import { type Address, decodeEventLog, getAddress, type Log, parseAbi } from 'viem'

/** A transfer of an NFT in the index. */
export type IndexedNft = {
  logIndex: number
  /** Place in a batch; 0 otherwise. */
  itemIndex: number
  standard: 'ERC721' | 'ERC1155'
  contract: Address
  tokenId: bigint
  from: Address
  to: Address
  amount: bigint
}

const erc721Abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])
const erc1155Abi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

/** Returns the NFTs that a log moves: none for other events, and for logs that only look like one. */
export function nftTransfers(log: Log): readonly IndexedNft[] {
  const { logIndex, address } = log
  if (logIndex === null) return []
  const place = { logIndex, contract: getAddress(address) }
  const single = decode(() => decodeEventLog({ ...inputOf(log), abi: erc721Abi }))
  if (single !== null) {
    const { tokenId, ...sides } = single.args
    return [{ ...place, ...sides, standard: 'ERC721', itemIndex: 0, tokenId, amount: 1n }]
  }
  const several = decode(() => decodeEventLog({ ...inputOf(log), abi: erc1155Abi }))
  if (several === null) return []
  const { from, to } = several.args
  const items =
    several.eventName === 'TransferSingle'
      ? [{ id: several.args.id, value: several.args.value }]
      : several.args.ids.map((id, index) => ({ id, value: several.args.values[index] ?? 0n }))
  const shared = { ...place, from, to, standard: 'ERC1155' } as const
  return items.map(({ id, value }, itemIndex) => ({
    ...shared,
    itemIndex,
    tokenId: id,
    amount: value,
  }))
}

function inputOf({ topics, data }: Log) {
  return { topics, data, strict: true } as const
}

/** Contracts of strangers may put anything behind the topic of an event. */
function decode<event>(read: () => event): event | null {
  try {
    return read()
  } catch {
    return null
  }
}
