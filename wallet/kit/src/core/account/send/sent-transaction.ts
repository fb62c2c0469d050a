import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address, Hex } from 'viem'
import { formatUnits } from 'viem/utils'
import type { Asset } from '../asset.ts'

type Sent = {
  hash: Hex
  operationType: 'send' | 'trade'
  from: Address
  to: Address
  transfers: readonly { asset: Asset; amount: bigint; direction: 'in' | 'out' }[]
}

/** Returns a transaction that was just sent, as the history will list it. */
export function sentTransaction({
  hash,
  operationType,
  from,
  to,
  transfers,
}: Sent): AnyTransaction {
  const chainId = transfers[0]?.asset.chainId ?? 0
  return {
    id: hash,
    metadata: {
      operationType,
      hash,
      chain: toCaipNetworkId(chainId),
      status: 'pending',
      nonce: 0,
      minedAt: new Date().toISOString(),
      sentFrom: from,
      sentTo: to,
    },
    transfers: transfers.map(({ asset, amount, direction }) => ({
      fungible_info: { name: asset.name, symbol: asset.symbol, icon: { url: asset.iconUrl ?? '' } },
      direction,
      quantity: { numeric: formatUnits(amount, asset.decimals) },
    })),
  }
}
