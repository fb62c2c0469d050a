import { lazy, Suspense, useId, useState } from 'react'
import { useHasHistory } from '#react/account/use-has-history.ts'
import type { KitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Tabs } from '#ui/tabs.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'
import styles from './account-tabs.module.css'
import { LoadingRows } from './loading-rows.tsx'
import { TokensTab } from './tokens-tab.tsx'

const NftsTab = lazy(async () => ({ default: (await import('./nfts-tab.tsx')).NftsTab }))
const TransactionList = lazy(async () => ({
  default: (await import('#views/transactions/transaction-list.tsx')).TransactionList,
}))

type TabId = 'tokens' | 'nfts' | 'activity'

type AccountTabsProps = {
  address: KitAccount['address']
  network: NonNullable<KitAccount['network']>
}

/** Tokens, NFTs and activity of the account on a network (R-ACCOUNT-1). */
export function AccountTabs({ address, network }: AccountTabsProps) {
  const { events, options } = useKit()
  const hasHistory = useHasHistory(network.id)
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const [chosen, setChosen] = useState<TabId>('tokens')
  const current = chosen === 'activity' && !hasHistory ? 'tokens' : chosen
  const panelId = useId()
  const hasServices = options.servicesUrl !== undefined
  const change = (tab: TabId) => {
    if (tab === 'activity') events.emit({ event: 'CLICK_TRANSACTIONS' })
    setChosen(tab)
  }
  return (
    <section className={styles['tabs']}>
      <Tabs
        label={messages.tabs}
        tabs={[
          { id: 'tokens', label: messages.tokens, icon: 'coins' },
          ...(hasServices ? [{ id: 'nfts', label: messages.nfts, icon: 'picture' } as const] : []),
          ...(hasHistory
            ? [{ id: 'activity', label: messages.activity, icon: 'clock' } as const]
            : []),
        ]}
        current={current}
        panelId={panelId}
        onChange={change}
      />
      <div id={panelId} className={styles['panel']} role="tabpanel" aria-label={messages[current]}>
        <Suspense fallback={<LoadingRows />}>
          {current === 'tokens' && <TokensTab />}
          {current === 'nfts' && <NftsTab address={address} network={network} />}
          {current === 'activity' && <TransactionList address={address} network={network} />}
        </Suspense>
      </div>
    </section>
  )
}
