import type {
  Transaction,
  TransactionTransfer,
  CoinTransfer as WireCoins,
  NftTransfer as WireNfts,
} from '@bullring/wallet-api/blockchain-api/history'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import { formatUnits, isAddressEqual } from 'viem'
import type { NftId } from '../chain/nft-id.ts'
import { type ChainIdentity, COIN_DECIMALS } from '../chain/rpc-client.ts'
import { neutralIconUri } from '../http/neutral-icon.ts'
import { toUsdNumber, type UsdPrices, usdValue } from '../tokens/usd.ts'
import type { NftText } from './describe-nfts.ts'
import type { AccountTransaction, CoinTransfer, NftTransfer } from './history-source.ts'

/** Chain, prices and names that the transactions of a page share. */
export type PageContext = {
  chain: ChainIdentity
  prices: UsdPrices
  nftText: (nft: NftId) => NftText
}

/** Converts a transaction to the wire format, from the perspective of `account` and at current prices. */
export function toTransaction(
  context: PageContext,
  account: Address,
  transaction: AccountTransaction,
): Transaction {
  const { chain, prices, nftText } = context
  const { hash, from, to, nonce, isConfirmed, minedAt } = transaction
  const transfers = transaction.transfers
    .map((transfer) =>
      'nft' in transfer
        ? toNfts(account, transfer, nftText(transfer.nft))
        : toCoins(chain, account, transfer, prices),
    )
    // Payments come before receipts.
    .sort((a, b) => Number(b.direction === 'out') - Number(a.direction === 'out'))
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

function toNfts(
  account: Address,
  { from, to, amount }: NftTransfer,
  { name, imageUrl, isSpam }: NftText,
): WireNfts {
  return {
    nft_info: {
      name,
      ...(imageUrl !== null && {
        content: { preview: { url: imageUrl }, detail: { url: imageUrl } },
      }),
      flags: { is_spam: isSpam },
    },
    direction: directionOf(account, from, to),
    quantity: { numeric: `${amount}` },
  }
}

function toCoins(
  chain: ChainIdentity,
  account: Address,
  { token, from, to, amount }: CoinTransfer,
  prices: UsdPrices,
): WireCoins {
  const symbol = token?.symbol ?? chain.coin
  const decimals = token?.decimals ?? COIN_DECIMALS
  const price = token === null ? prices.coin : (prices.tokens.get(token.address) ?? null)
  return {
    fungible_info: {
      name: token?.name ?? chain.coin,
      symbol,
      icon: { url: neutralIconUri(symbol) },
    },
    direction: directionOf(account, from, to),
    quantity: { numeric: formatUnits(amount, decimals) },
    ...(price !== null && {
      price: toUsdNumber(price),
      value: toUsdNumber(usdValue(amount, decimals, price)),
    }),
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
