import { useEffect } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { brandName } from '#browser/page-brand.ts'
import { ContractsPanel } from '#features/developers/contracts-panel.tsx'
import { EmbedPanel } from '#features/developers/embed-panel.tsx'
import { InstallPanel } from '#features/developers/install-panel.tsx'
import { LivePanel } from '#features/developers/live-panel.tsx'
import { OperationsPanel } from '#features/developers/operations/operations-panel.tsx'
import { WebhooksPanel } from '#features/developers/webhooks-panel.tsx'
import { PlainPage } from '../plain-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './developers-page.module.css'

/** Everything that programs and pages of others can use of this installation. */
export function DevelopersPage() {
  usePageTitle(`For developers · ${brandName()}`)
  const { chain, markets, projectId, publicOrigin, walletServicesUrl } = useAppConfig()
  const hasSignIn = walletServicesUrl !== null
  const symbol = useMarketSymbol()
  const origin = publicOrigin ?? window.location.origin
  // The browser looks for the section before it is there.
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <PlainPage width="64rem" home="back to the game" title="For developers">
      <div className={styles['sections']}>
        <nav aria-label="On this page" className={styles['contents']}>
          <a href="#install">Packages</a>
          <a href="#live">Live events</a>
          {hasSignIn && <a href="#webhooks">Webhooks</a>}
          <a href="#card">Round card</a>
          <a href="#contracts">Contracts</a>
          <a href="#operations">Operations</a>
        </nav>
        <InstallPanel origin={origin} symbol={symbol} />
        <LivePanel origin={origin} symbol={symbol} />
        {hasSignIn && (
          <WebhooksPanel origin={origin} projectId={projectId} chainId={chain.id} symbol={symbol} />
        )}
        <EmbedPanel origin={origin} symbol={symbol} />
        <ContractsPanel chain={chain} markets={markets} />
        <OperationsPanel />
      </div>
    </PlainPage>
  )
}
