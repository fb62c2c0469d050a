import type { Address, Hash, Log, Transaction, TransactionReceipt } from 'viem'
import { getAddress, isHex, size, slice, zeroAddress } from 'viem'
import { type IndexedNft, nftTransfers } from '../chain/nft-events.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { type ContractPayment, readContractPayments } from './contract-payments.ts'
import { HistoryMovedError } from './errors.ts'

/** The transaction of a transfer. */
type TransactionFacts = {
  txIndex: number
  txHash: Hash
  txFrom: Address
  txTo: Address | null
  nonce: number
  isConfirmed: boolean
}

/** A transfer in the index. `token` is null for the chain's coin. */
export type IndexedTransfer = TransactionFacts & {
  /** -1 for the coin that the transaction itself sends, lower for payments of contracts. */
  logIndex: number
  token: Address | null
  from: Address
  to: Address
  amount: bigint
}

/** A transfer of an NFT, with its transaction. */
export type BlockNft = TransactionFacts & IndexedNft

/** A block and its transfers. */
export type IndexedBlock = {
  number: number
  hash: Hash
  parentHash: Hash
  /** Unix seconds. */
  timestamp: number
  transfers: readonly IndexedTransfer[]
  nfts: readonly BlockNft[]
}

/** Transfer(address indexed, address indexed, uint256) */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Gas of a transaction that calls no contract. */
const PLAIN_GAS = 21_000n

/**
 * Reads a block with its transfers of coins, tokens and NFTs.
 *
 * @throws {HistoryMovedError} when the block was replaced while it was read.
 */
export async function readBlock(client: RpcClient, number: number): Promise<IndexedBlock> {
  const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })
  const receipts = await Promise.all(
    block.transactions.map(({ hash }) => client.getTransactionReceipt({ hash })),
  )
  if (receipts.some(({ blockHash }) => blockHash !== block.hash)) throw new HistoryMovedError()
  const hasCalls = receipts.some(({ gasUsed }) => gasUsed > PLAIN_GAS)
  const payments = hasCalls ? await readContractPayments(client, number) : []
  const moved = block.transactions.map((transaction, txIndex) => {
    const receipt = receipts[txIndex]
    if (receipt === undefined) throw new HistoryMovedError()
    const paid = payments.filter((payment) => payment.txIndex === txIndex)
    return transfersOf(transaction, receipt, txIndex, paid)
  })
  return {
    number,
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    transfers: moved.flatMap(({ transfers }) => transfers),
    nfts: moved.flatMap(({ nfts }) => nfts),
  }
}

function transfersOf(
  { hash, from, to, nonce, value }: Transaction,
  { status, contractAddress, logs }: TransactionReceipt,
  txIndex: number,
  payments: readonly ContractPayment[],
): Pick<IndexedBlock, 'transfers' | 'nfts'> {
  const shared: TransactionFacts = {
    txIndex,
    txHash: hash,
    txFrom: getAddress(from),
    txTo: to && getAddress(to),
    nonce,
    isConfirmed: status === 'success',
  }
  const recipient = getAddress(to ?? contractAddress ?? zeroAddress)
  const sent = { logIndex: -1, token: null, from: shared.txFrom, to: recipient, amount: value }
  const paid = payments.map(({ from, to, amount }, index) => ({
    logIndex: -2 - index,
    token: null,
    from,
    to,
    amount,
  }))
  const moved = [...(value > 0n ? [sent] : []), ...paid, ...logs.flatMap(tokenTransfer)]
  return {
    transfers: moved.map((transfer) => ({ ...shared, ...transfer })),
    nfts: logs.flatMap(nftTransfers).map((nft) => ({ ...shared, ...nft })),
  }
}

/** Other events share the topic: NFT transfers have a fourth topic and no data. */
function tokenTransfer({ topics, data, address, logIndex }: Log) {
  const [topic, from, to, more] = topics
  if (topic !== TRANSFER_TOPIC || !isHex(from) || !isHex(to) || more !== undefined) return []
  if (size(data) !== 32 || logIndex === null) return []
  return [
    {
      logIndex,
      token: getAddress(address),
      from: getAddress(slice(from, 12)),
      to: getAddress(slice(to, 12)),
      amount: BigInt(data),
    },
  ]
}
