import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { isSafeLink } from '#core/connect/deep-links.ts'
import { useMessages } from '#react/kit-context.ts'
import { openLink } from '#ui/button/open-link.ts'
import type { IconName } from '#ui/image/icon.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { DOWNLOADS_MESSAGES } from './downloads-messages.ts'

const ROWS: readonly (readonly [keyof typeof DOWNLOADS_MESSAGES, IconName])[] = [
  ['chrome_store', 'browser'],
  ['app_store', 'phone'],
  ['play_store', 'phone'],
  ['homepage', 'globe'],
]

/** Links to the stores and the website of a wallet. */
export function Downloads({ data: { wallet } }: { data: { wallet: CatalogueWallet } }) {
  const messages = useMessages('downloads', DOWNLOADS_MESSAGES)
  return (
    <ScrollList>
      {ROWS.map(([field, icon]) => {
        const link = wallet[field]
        if (!link || !isSafeLink(link)) return null
        return (
          <ListRow
            key={field}
            image={<RowIcon name={icon} />}
            title={messages[field]}
            hasArrow
            onClick={() => openLink(link)}
          />
        )
      })}
    </ScrollList>
  )
}
