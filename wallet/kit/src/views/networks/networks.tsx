import { useState } from 'react'
import type { Network } from '#core/connect/connections.ts'
import { sortNetworks } from '#core/connect/sort-networks.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useConnectionState, useKit, useMessages, useStore } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { useApprovedNetworks } from '#react/network/use-approved-networks.ts'
import { useSolanaChain } from '#react/network/use-solana-chain.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import { SearchField } from '#ui/field/search-field.tsx'
import { ListRow, Tag } from '#ui/list/list-row.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { NETWORK_MESSAGES } from './network-messages.ts'
import styles from './networks.module.css'

/** Lists the networks of the app, marking the current one and those the wallet has not approved. */
export function Networks() {
  const { router, events } = useKit()
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const [search, setSearch] = useState('')
  const { networks } = useConnectionState()
  const approved = useApprovedNetworks()
  const shown = sortNetworks(networks, { search, approved })
  const solana = useSolanaChain() && isMatch('Solana', search)
  const explain = () => {
    events.emit({ event: 'CLICK_NETWORK_HELP' })
    router.push('WhatIsANetwork')
  }
  return (
    <div className={styles['networks']}>
      <SearchField label={messages.search} value={search} onChange={setSearch} />
      <ScrollList isFullWidth>
        <RowList>
          {shown.map((network) => (
            <li key={network.id}>
              <NetworkRow
                network={network}
                isApproved={approved === null || approved.includes(network.id)}
              />
            </li>
          ))}
          {solana && (
            <li>
              <SolanaRow />
            </li>
          )}
        </RowList>
        {shown.length === 0 && !solana && (
          <p className={styles['none']} role="status">
            {messages.none}
          </p>
        )}
      </ScrollList>
      <div className={styles['hint']}>
        <p>{messages.hint}</p>
        <TextButton icon="help" onClick={explain}>
          {messages.whatIsANetwork}
        </TextButton>
      </div>
    </div>
  )
}

/** The embedded wallet has an account there; other wallets are connected for EVM networks only. */
function SolanaRow() {
  const { router } = useKit()
  const { sendForm } = useAccountDeps()
  const { connector } = useConnectionState().connection
  const isOnSolana = useIsOnSolana()
  const select = () => {
    // Another namespace starts with an empty form.
    sendForm.reset()
    if (connector?.type === 'AUTH') router.reset('SolanaAccount')
    else router.push('SwitchActiveChain', { name: 'Solana' })
  }
  return (
    <ListRow
      image={<NetworkImage network={{ id: 0, name: 'Solana' }} />}
      title="Solana"
      isCurrent={isOnSolana}
      onClick={select}
    />
  )
}

/** Returns whether the list was opened from the Solana account. */
function useIsOnSolana(): boolean {
  const { router } = useKit()
  return useStore(router, ({ history }) => history.some(({ view }) => view === 'SolanaAccount'))
}

function isMatch(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase())
}

function NetworkRow({ network, isApproved }: { network: Network; isApproved: boolean }) {
  const { router } = useKit()
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const { chainId } = useConnectionState().connection
  const isOnSolana = useIsOnSolana()
  const isCurrent = network.id === chainId && !isOnSolana
  const select = () => {
    if (isCurrent) return
    // The wallet has been on this network all the time.
    if (network.id === chainId) return router.reset('Account')
    router.push(isApproved ? 'SwitchNetwork' : 'SwitchActiveChain', { chainId: network.id })
  }
  return (
    <ListRow
      image={<NetworkImage network={network} />}
      title={network.name}
      tag={!isApproved && <Tag>{messages.unapproved}</Tag>}
      isCurrent={isCurrent}
      onClick={select}
    />
  )
}
