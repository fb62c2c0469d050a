import { useState } from 'react'
import { usdText } from '#core/account/amount/amount-text.ts'
import { balanceText } from '#core/account/amount/balance-text.ts'
import type { Asset } from '#core/account/asset.ts'
import { swapIdOf } from '#core/swap/native-token.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { useKit, useMessages, useStore } from '#react/kit-context.ts'
import { SearchField } from '#ui/field/search-field.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowList, SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import text from '#ui/text.module.css'
import styles from './swap.module.css'
import { SWAP_MESSAGES } from './swap-messages.ts'
import { useSwapAssets } from './use-swap-assets.ts'

/** Selects the token of one side of the swap. */
export function SwapSelectToken({ data: { side } }: { data: { side: 'from' | 'to' } }) {
  const { modal } = useKit()
  const { swapForm } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const [search, setSearch] = useState('')
  const { assets } = useSwapAssets()
  const other = useStore(swapForm, (state) => state[side === 'from' ? 'to' : 'from'])
  const found = (assets ?? []).filter((asset) => isMatch(asset, search))
  const choose = (asset: Asset) => {
    swapForm.setState({ [side]: swapIdOf(asset) })
    modal.goBack()
  }
  const list = (title: string, shown: readonly Asset[]) =>
    shown.length > 0 && (
      <section>
        <h3 className={text['sectionTitle']}>{title}</h3>
        <RowList>
          {shown.map((asset) => (
            <li key={swapIdOf(asset)}>
              <TokenRow asset={asset} isDisabled={swapIdOf(asset) === other} onChoose={choose} />
            </li>
          ))}
        </RowList>
      </section>
    )
  return (
    <div className={styles['select']}>
      <SearchField label={messages.search} value={search} onChange={setSearch} />
      <ScrollList isFullWidth>
        {assets === null && (
          <div role="status" aria-label={messages.loading}>
            <SkeletonRows count={4} />
          </div>
        )}
        {list(
          messages.yourTokens,
          found.filter(({ balance }) => balance > 0n),
        )}
        {list(
          messages.tokens,
          found.filter(({ balance }) => balance === 0n),
        )}
        {assets !== null && found.length === 0 && (
          <p className={styles['none']} role="status">
            {messages.noTokens}
          </p>
        )}
      </ScrollList>
    </div>
  )
}

type TokenRowProps = { asset: Asset; isDisabled: boolean; onChoose: (asset: Asset) => void }

function TokenRow({ asset, isDisabled, onChoose }: TokenRowProps) {
  const { name, symbol, balance, decimals, price } = asset
  return (
    <ListRow
      image={<AssetImage asset={asset} />}
      title={name}
      detail={balance > 0n ? `${balanceText(asset)} ${symbol}` : symbol}
      tag={
        <span className={styles['worth']}>{balance > 0n && usdText(balance, decimals, price)}</span>
      }
      isDisabled={isDisabled}
      onClick={() => onChoose(asset)}
    />
  )
}

function isMatch({ name, symbol, address }: Asset, search: string): boolean {
  const needle = search.trim().toLowerCase()
  return [name, symbol, address ?? ''].some((field) => field.toLowerCase().includes(needle))
}
