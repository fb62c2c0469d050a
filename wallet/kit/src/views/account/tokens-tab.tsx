import { usdText } from '#core/account/amount/amount-text.ts'
import { balanceText } from '#core/account/amount/balance-text.ts'
import type { Asset } from '#core/account/asset.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { ASSET_MESSAGES } from '#react/account/asset-messages.ts'
import { BuyLink } from '#react/account/buy-link.tsx'
import { useAssets } from '#react/account/use-assets.ts'
import { useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { Note } from '#ui/note.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'
import { LoadingRows } from './loading-rows.tsx'
import styles from './tokens-tab.module.css'

/** Coin and tokens of the account: quantity, and value where a price is known. */
export function TokensTab() {
  const { data, error, refetch } = useAssets()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const assetMessages = useMessages('assets', ASSET_MESSAGES)
  if (data === undefined) {
    if (error === null) return <LoadingRows />
    return (
      <Note icon="warning" title={assetMessages.unavailable}>
        <Button tone="quiet" onClick={() => void refetch()}>
          {assetMessages.retry}
        </Button>
      </Note>
    )
  }
  const held = data.assets.filter(({ balance }) => balance > 0n)
  if (held.length === 0) {
    return (
      <Note icon="coins" title={messages.nothing} detail={messages.nothingDetail}>
        <BuyLink />
      </Note>
    )
  }
  return (
    <ScrollList>
      <RowList>
        {held.map((asset) => (
          <li key={asset.address ?? 'coin'}>
            <TokenRow asset={asset} />
          </li>
        ))}
      </RowList>
    </ScrollList>
  )
}

function TokenRow({ asset }: { asset: Asset }) {
  const { name, symbol, balance, decimals, price } = asset
  return (
    <div className={styles['row']}>
      <AssetImage asset={asset} />
      <span className={styles['text']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['amount']}>{`${balanceText(asset)} ${symbol}`}</span>
      </span>
      <span className={styles['worth']}>{usdText(balance, decimals, price)}</span>
    </div>
  )
}
