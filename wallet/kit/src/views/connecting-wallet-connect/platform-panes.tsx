import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { fill } from '@bullring/wire/text/fill'
import { useEffect, useId, useState } from 'react'
import { isSafeLink } from '#core/connect/deep-links.ts'
import { getLinkOf, platformsOf, usesRelay } from '#core/connect/platforms.ts'
import type { WalletPlatform } from '#core/events.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import type { IconName } from '#ui/image/icon.tsx'
import layout from '#ui/layout.module.css'
import { Tabs } from '#ui/tabs.tsx'
import { AppPane } from './app-pane.tsx'
import { BrowserPane, UnsupportedPane } from './browser-pane.tsx'
import styles from './connecting-wallet-connect.module.css'
import { InAppPane, UnreachablePane } from './in-app-pane.tsx'
import { QrPane } from './qr-pane.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

const ICONS: Readonly<Record<WalletPlatform, IconName>> = {
  qrcode: 'phone',
  mobile: 'phone',
  inApp: 'phone',
  web: 'globe',
  desktop: 'desktop',
  browser: 'browser',
  unsupported: 'browser',
  otherRelay: 'phone',
}

/** Shows one way to reach the wallet, with tabs if there are several. */
export function PlatformPanes({ wallet }: { wallet: CatalogueWallet | null }) {
  const { device, options } = useKit()
  const { connectors } = useConnectionState()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const panelId = useId()
  const injected = connectors.find(({ type }) => type === 'INJECTED')
  const isInstalled = injected !== undefined && wallet !== null && isInjected(wallet)
  const platforms = platformsOf({
    wallet,
    device: device(),
    isInstalled,
    usesRelay: wallet === null || usesRelay(wallet, options),
  })
  const [chosen, setChosen] = useState<WalletPlatform | null>(null)
  const platform = chosen ?? platforms[0] ?? 'qrcode'
  useSelection(wallet, platform)

  return (
    <div className={styles['view']}>
      {platforms.length > 1 && (
        <div className={styles['tabs']}>
          <Tabs
            label={messages.platforms}
            tabs={platforms.map((id) => ({ id, label: messages[id], icon: ICONS[id] }))}
            current={platform}
            panelId={panelId}
            onChange={setChosen}
          />
        </div>
      )}
      <div
        id={panelId}
        key={platform}
        className={layout['fadeIn']}
        role={platforms.length > 1 ? 'tabpanel' : undefined}
      >
        {platform === 'qrcode' && <QrPane wallet={wallet} />}
        {platform === 'browser' && injected && wallet && (
          <BrowserPane wallet={wallet} connectorUid={injected.uid} />
        )}
        {platform === 'inApp' && wallet && <InAppPane wallet={wallet} />}
        {platform === 'otherRelay' && wallet && <UnreachablePane wallet={wallet} />}
        {platform === 'unsupported' && wallet && <UnsupportedPane wallet={wallet} />}
        {(platform === 'mobile' || platform === 'web' || platform === 'desktop') && wallet && (
          <AppPane wallet={wallet} platform={platform} />
        )}
      </div>
      {wallet !== null && platform !== 'browser' && <GetRow wallet={wallet} />}
    </div>
  )
}

/** Reports the selected wallet and platform to events and to the list of recent wallets. */
function useSelection(wallet: CatalogueWallet | null, platform: WalletPlatform): void {
  const { events } = useKit()
  const { choose } = useConnectDeps()
  useEffect(() => {
    choose(wallet, platform === 'mobile' ? 'mobile' : 'qrcode')
    const name = wallet?.name ?? 'WalletConnect'
    events.emit({ event: 'SELECT_WALLET', properties: { name, platform } })
  }, [choose, events, wallet, platform])
}

/** Returns whether `window.ethereum` has the wallet's flag, such as `isMetaMask`. */
function isInjected({ injected }: CatalogueWallet): boolean {
  const ethereum = (window as { ethereum?: Record<string, unknown> }).ethereum
  if (ethereum === undefined) return false
  return (injected ?? []).some(({ injected_id: id }) => id !== undefined && Boolean(ethereum[id]))
}

/** Links to a place to get the wallet. Renders nothing if there is none. */
function GetRow({ wallet }: { wallet: CatalogueWallet }) {
  const { device, router } = useKit()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const link = getLinkOf(wallet, device())
  if (link === null || (link.kind === 'link' && !isSafeLink(link.url))) return null
  const getWallet = () => {
    if (link.kind === 'downloads') router.push('Downloads', { wallet })
    else openLink(link.url)
  }
  return (
    <div className={styles['get']}>
      <span>{fill(messages.dontHave, { name: wallet.name })}</span>
      <Button tone="quiet" onClick={getWallet}>
        {messages.get}
      </Button>
    </div>
  )
}
