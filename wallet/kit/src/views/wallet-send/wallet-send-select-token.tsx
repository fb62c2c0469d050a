import { useState } from 'react'
import { usdText } from '#core/account/amount/amount-text.ts'
import { balanceText } from '#core/account/amount/balance-text.ts'
import type { Asset } from '#core/account/asset.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { ASSET_MESSAGES } from '#react/account/asset-messages.ts'
import { useAssets } from '#react/account/use-assets.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { SearchField } from '#ui/field/search-field.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowList, SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import text from '#ui/text.module.css'
import styles from './select-token.module.css'
import { SEND_MESSAGES } from './send-messages.ts'

/** Selects one of the account's tokens on the current network. */
export function WalletSendSelectToken() {
  const { modal } = useKit()
  const { sendForm } = useAccountDeps()
  const messages = useMessages('send', SEND_MESSAGES)
  const assetMessages = useMessages('assets', ASSET_MESSAGES)
  const [search, setSearch] = useState('')
  const { data: value = null, error, refetch } = useAssets()
  const shown = (value?.assets ?? []).filter((asset) => isMatch(asset, search))
  const choose = (asset: Asset) => {
    sendForm.setState({ asset, amount: '', fee: null })
    modal.goBack()
  }
  return (
    <div className={styles['select']}>
      <SearchField label={messages.search} value={search} onChange={setSearch} />
      <h3 className={text['sectionTitle']}>{messages.yourTokens}</h3>
      <ScrollList isFullWidth>
        {value === null && error === null && (
          <div aria-busy="true">
            <SkeletonRows count={3} />
          </div>
        )}
        <RowList>
          {shown.map((asset) => (
            <li key={asset.address ?? 'coin'}>
              <ListRow
                image={<AssetImage asset={asset} />}
                title={asset.name}
                detail={`${balanceText(asset)} ${asset.symbol}`}
                tag={<Worth asset={asset} />}
                onClick={() => choose(asset)}
              />
            </li>
          ))}
        </RowList>
        {error !== null && (
          <Button tone="quiet" onClick={() => void refetch()}>
            {assetMessages.retry}
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
  const needle = search.trim().toLowerCase()
  return [name, symbol, address ?? ''].some((field) => field.toLowerCase().includes(needle))
}
