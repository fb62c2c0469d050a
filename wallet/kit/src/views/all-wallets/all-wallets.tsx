import { useState } from 'react'
import { uniqueById } from '#core/unique-by-id.ts'
import type { WalletCatalogueClient } from '#core/wallets/wallet-catalogue-client.ts'
import { isFiltering, NO_FILTER, type WalletFilter } from '#core/wallets/wallet-filter.ts'
import { connectorOf } from '#core/wallets/wallet-match.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useLoadedCatalogue } from '#react/connect/use-wallet-catalogue.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { SearchField } from '#ui/field/search-field.tsx'
import styles from './all-wallets.module.css'
import { ALL_WALLETS_MESSAGES } from './all-wallets-messages.ts'
import { useAppliedFilter, useWalletPages } from './use-wallet-pages.ts'
import { WalletGrid } from './wallet-grid.tsx'

/** Lists and searches the wallets of the catalogue. */
export function AllWallets() {
  const { client } = useConnectDeps()
  return client === null ? <NoCatalogue /> : <WalletSearch client={client} />
}

/** On a phone it may be the first view (R-MODAL-3), which must lead on. */
function NoCatalogue() {
  const { router } = useKit()
  const { connectors } = useConnectionState()
  const messages = useMessages('allWallets', ALL_WALLETS_MESSAGES)
  return (
    <div className={styles['off']}>
      <p>{messages.off}</p>
      {connectors.some(({ type }) => type === 'WALLET_CONNECT') && (
        <Button onClick={() => router.push('ConnectingWalletConnect', { wallet: null })}>
          {messages.qrCode}
        </Button>
      )}
    </div>
  )
}

function WalletSearch({ client }: { client: WalletCatalogueClient }) {
  const { connectors } = useConnectionState()
  const [filter, setFilter] = useState(NO_FILTER)
  const applied = useAppliedFilter(filter)
  const pages = useWalletPages(client, applied)

  const { featured, recommended } = useLoadedCatalogue()
  const shown = isFiltering(applied) ? [] : [...featured, ...recommended]
  const wallets = uniqueById([...shown, ...pages.wallets])
  const installed = (wallet: (typeof wallets)[number]) => connectorOf(wallet, connectors)
  return (
    <div className={styles['view']}>
      <SearchBar filter={filter} onChange={setFilter} />
      <WalletGrid
        wallets={[
          ...wallets.filter((wallet) => installed(wallet) !== undefined),
          ...wallets.filter((wallet) => installed(wallet) === undefined),
        ]}
        pages={pages}
        installed={installed}
      />
    </div>
  )
}

type SearchBarProps = { filter: WalletFilter; onChange: (filter: WalletFilter) => void }

function SearchBar({ filter, onChange }: SearchBarProps) {
  const { toasts, device, router } = useKit()
  const messages = useMessages('allWallets', ALL_WALLETS_MESSAGES)
  const toggleCertified = () => {
    if (!filter.isCertified) toasts.show('success', messages.certifiedOn)
    onChange({ ...filter, isCertified: !filter.isCertified })
  }
  return (
    <div className={styles['tools']}>
      <SearchField
        label={messages.search}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <IconButton
        icon="badge"
        name={messages.certified}
        isPressed={filter.isCertified}
        onClick={toggleCertified}
      />
      {device().isMobile && (
        <IconButton
          icon="qr"
          name={messages.qrCode}
          onClick={() => router.push('ConnectingWalletConnect', { wallet: null })}
        />
      )}
    </div>
  )
}
