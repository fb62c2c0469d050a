import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import { useClockSync } from '#chain/use-clock-sync.ts'
import { balanceKeys, useWallet, useWalletBalance } from '#chain/use-wallet.ts'
import { PlayMoneyButton } from '#features/connect/play-money-button.tsx'
import { usePlayMoney } from '#features/connect/use-play-money.ts'
import { DirectBetPanel } from '#features/direct-bet/direct-bet-panel.tsx'
import {
  DIRECT_BET_LANGUAGE,
  DIRECT_BET_WORDS as WORDS,
} from '#features/direct-bet/direct-bet-words.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { formatAddress } from '#ui/format.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { RouteLink } from '../route-link.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './direct-bet-page.module.css'

const ConnectDialog = lazy(async () => {
  const { ConnectDialog } = await import('#features/connect/connect-dialog.tsx')
  return { default: ConnectDialog }
})

/** The page for people who know their epoch. Its words are Chinese; shared windows keep theirs. */
export function DirectBetPage() {
  usePageTitle(WORDS.pageTitle)
  useClockSync()
  const client = useQueryClient()
  const wallet = useWallet()
  const balance = useWalletBalance(wallet)
  const [isConnectOpen, setConnectOpen] = useState(false)
  const refresh = () => void client.invalidateQueries({ queryKey: balanceKeys.all })
  const playMoney = usePlayMoney(wallet, balance, refresh)

  return (
    <>
      <div className={styles['page']} lang={DIRECT_BET_LANGUAGE}>
        <header className={styles['bar']}>
          <RouteLink href="/" className={styles['brand']} aria-label={WORDS.home}>
            <BrandMark />
            <span>Bullring</span>
          </RouteLink>
        </header>
        <main className={styles['main']}>
          <div className={styles['head']}>
            <h1>{WORDS.title}</h1>
            <p>{WORDS.lead}</p>
          </div>
          <DirectBetPanel
            wallet={wallet}
            balance={balance}
            moreCoins={
              <span lang="en" className={styles['coins']}>
                <PlayMoneyButton playMoney={playMoney} shape="icon" />
              </span>
            }
            onConnect={() => setConnectOpen(true)}
            onDone={refresh}
          />
        </main>
        <PageFooter />
      </div>
      <Suspense fallback={null}>
        {isConnectOpen && <ConnectDialog onClose={() => setConnectOpen(false)} />}
      </Suspense>
      <ToastRegion />
    </>
  )
}

function PageFooter() {
  const { chain, markets } = useAppConfig()
  const { prediction } = markets.BNB
  return (
    <footer className={styles['footer']}>
      <p title={prediction}>
        {chain.name}，{WORDS.contract} {formatAddress(prediction)}
      </p>
      <RouteLink href="/">{WORDS.toGame}</RouteLink>
    </footer>
  )
}
