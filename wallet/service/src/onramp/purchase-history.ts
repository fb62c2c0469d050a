import type { Transaction } from '@bullring/wallet-api/blockchain-api/history'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { zeroAddress } from 'viem'
import { neutralIconUri } from '../http/neutral-icon.ts'
import type { Purchase } from './purchases.queries.ts'

const STATUS = {
  open: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  pending: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  success: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
} as const

/** Converts a purchase to the wire format of a transaction. Its hash is empty until the coins are sent. */
export function toBoughtTransaction(coin: string, purchase: Purchase): Transaction {
  const { id, account, chainId, coinAmount, status, txHash, createdAt } = purchase
  return {
    id,
    metadata: {
      operationType: 'bought',
      hash: txHash ?? '',
      chain: toCaipNetworkId(chainId),
      minedAt: new Date(createdAt * 1_000).toISOString(),
      sentFrom: zeroAddress,
      sentTo: account,
      status: STATUS[status],
      nonce: 0,
    },
    transfers: [
      {
        fungible_info: { name: coin, symbol: coin, icon: { url: neutralIconUri(coin) } },
        direction: 'in',
        quantity: { numeric: coinAmount ?? '0' },
      },
    ],
  }
}
