import type { Transaction, TransactionTransfer } from '@bullring/wire/blockchain-api/history'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import { formatUnits, isAddressEqual } from 'viem'
import { type ChainIdentity, COIN_DECIMALS } from '../chain/rpc-client.ts'
import { neutralIconUri } from '../http/neutral-icon.ts'
import type { AccountTransaction, Transfer } from './history-source.ts'

/** Converts a transaction to the wire format, from the perspective of `account`. */
export function toTransaction(
  chain: ChainIdentity,
  account: Address,
  transaction: AccountTransaction,
): Transaction {
  const { hash, from, to, nonce, isConfirmed, minedAt } = transaction
  const transfers = transaction.transfers.map((transfer) => toTransfer(chain, account, transfer))
  return {
    id: hash,
    metadata: {
      operationType: operationOf(transfers),
      hash,
      chain: toCaipNetworkId(chain.id),
      minedAt: new Date(minedAt * 1_000).toISOString(),
      sentFrom: from,
      sentTo: to ?? '',
      status: isConfirmed ? 'confirmed' : 'failed',
      nonce,
    },
    transfers,
  }
}

function toTransfer(
  chain: ChainIdentity,
  account: Address,
  { token, from, to, amount }: Transfer,
): TransactionTransfer {
  const symbol = token?.symbol ?? chain.coin
  return {
    fungible_info: {
      name: token?.name ?? chain.coin,
      symbol,
      icon: { url: neutralIconUri(symbol) },
    },
    direction: directionOf(account, from, to),
    quantity: { numeric: formatUnits(amount, token?.decimals ?? COIN_DECIMALS) },
  }
}

function directionOf(account: Address, from: Address, to: Address) {
  if (isAddressEqual(from, to)) return 'self'
  return isAddressEqual(from, account) ? 'out' : 'in'
}

function operationOf(
  transfers: readonly TransactionTransfer[],
): Transaction['metadata']['operationType'] {
  const goesIn = transfers.some(({ direction }) => direction === 'in')
  const goesOut = transfers.some(({ direction }) => direction === 'out')
  if (goesIn && goesOut) return 'trade'
  return goesIn ? 'receive' : 'send'
}
