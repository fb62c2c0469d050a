import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { brandName } from '#browser/page-brand.ts'
import { ContractsPanel } from '#features/developers/contracts-panel.tsx'
import { EmbedPanel } from '#features/developers/embed-panel.tsx'
import { InstallPanel } from '#features/developers/install-panel.tsx'
import { LivePanel } from '#features/developers/live-panel.tsx'
import { OperationsPanel } from '#features/developers/operations/operations-panel.tsx'
import { BrandMark } from '#ui/brand-mark.tsx'
import { RouteLink } from '../route-link.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './developers-page.module.css'

/** Everything that programs and pages of others can use of this installation. */
export function DevelopersPage() {
  usePageTitle(`For developers · ${brandName()}`)
  const { chain, markets, publicOrigin } = useAppConfig()
  const symbol = useMarketSymbol()
  const origin = publicOrigin ?? window.location.origin
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <RouteLink
          href="/"
          className={styles['brand']}
          aria-label={`${brandName()}: back to the game`}
        >
          <BrandMark />
          <span>{brandName()}</span>
        </RouteLink>
        <h1>For developers</h1>
      </header>
      <main className={styles['main']}>
        <nav aria-label="On this page" className={styles['contents']}>
          <a href="#install">Packages</a>
          <a href="#live">Live events</a>
          <a href="#card">Round card</a>
          <a href="#contracts">Contracts</a>
          <a href="#operations">Operations</a>
        </nav>
        <InstallPanel origin={origin} symbol={symbol} />
        <LivePanel origin={origin} symbol={symbol} />
        <EmbedPanel origin={origin} symbol={symbol} />
        <ContractsPanel chain={chain} markets={markets} />
        <OperationsPanel />
      </main>
    </div>
  )
}
