import { useState } from 'react'
import { amountText, usdText } from '#core/account/amount-text.ts'
import type { Asset } from '#core/account/asset.ts'
import { useAccountParts } from '#react/account-parts.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { ScrollList } from '#ui/scroll-list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AssetImage } from './asset-image.tsx'
import styles from './select-token.module.css'
import { SEND_MESSAGES } from './send-messages.ts'
import { useAssets } from './use-assets.ts'

const PLACES = 5
const SKELETONS = ['first', 'second', 'third'] as const

/** Which of the account's tokens on this network to send. */
export function WalletSendSelectToken() {
  const { modal } = useKit()
  const { sendForm } = useAccountParts()
  const messages = useMessages('send', SEND_MESSAGES)
  const [search, setSearch] = useState('')
  const { value, error, reload } = useAssets()
  const shown = (value?.assets ?? []).filter((asset) => isMatch(asset, search))
  const choose = (asset: Asset) => {
    sendForm.setState({ asset, amount: '', fee: null })
    modal.goBack()
  }
  return (
    <div className={styles['select']}>
      <div className={styles['search']}>
        <SearchField label={messages.search} value={search} onChange={setSearch} />
      </div>
      <h3 className={styles['title']}>{messages.yourTokens}</h3>
      <ScrollList className={styles['list'] ?? ''}>
        {value === null && error === null && (
          <div className={styles['skeletons']} aria-busy="true">
            {SKELETONS.map((row) => (
              <Skeleton key={row} width="100%" height="56px" round="var(--radius-l)" />
            ))}
          </div>
        )}
        <ul>
          {shown.map((asset) => (
            <li key={asset.address ?? 'coin'}>
              <ListRow
                image={<AssetImage asset={asset} />}
                title={asset.name}
                detail={`${amountText(asset.balance, asset.decimals, PLACES)} ${asset.symbol}`}
                tag={<Worth asset={asset} />}
                onClick={() => choose(asset)}
              />
            </li>
          ))}
        </ul>
        {error !== null && (
          <Button tone="quiet" onClick={reload}>
            {messages.retry}
          </Button>
        )}
        {value !== null && shown.length === 0 && (
          <p className={styles['none']} role="status">
            <b>{messages.noTokens}</b>
            {search === '' && messages.noTokensDetail}
          </p>
        )}
      </ScrollList>
    </div>
  )
}

function Worth({ asset: { balance, decimals, price } }: { asset: Asset }) {
  return <span className={styles['worth']}>{usdText(balance, decimals, price)}</span>
}

function isMatch({ name, symbol, address }: Asset, search: string): boolean {
  const part = search.trim().toLowerCase()
  return [name, symbol, address ?? ''].some((text) => text.toLowerCase().includes(part))
}
