import { useEffect, useState } from 'react'
import { DecisionSheet } from '#requests/decision-sheet.tsx'
import { PairSheet } from '#scan/pair-sheet.tsx'
import { Button } from '#ui/button.tsx'
import { usePhoneState } from '#wallet/use-phone.ts'
import { AccountCard } from './account-card.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import styles from './home.module.css'
import { Notices } from './notices.tsx'
import { ResetWallet } from './reset-wallet.tsx'
import { SessionList } from './session-list.tsx'

type Pairing = { mode: 'scan' | 'paste'; link: string | null }

/** The wallet's only screen; everything else opens over it. */
export function Home({ link }: { link: string | null }) {
  const { queue } = usePhoneState()
  const [pairing, setPairing] = useState<Pairing | null>(
    link === null ? null : { mode: 'paste', link },
  )
  const [first] = queue
  // What the site proposes has arrived.
  useEffect(() => {
    if (first !== undefined) setPairing(null)
  }, [first])
  return (
    <>
      <ConnectionBanner />
      <main className={styles['home']}>
        <h1 className={styles['title']}>Wallet</h1>
        <AccountCard />
        <div className={styles['actions']}>
          <Button onClick={() => setPairing({ mode: 'scan', link: null })}>
            <ScanIcon />
            Scan a code
          </Button>
          <Button tone="quiet" onClick={() => setPairing({ mode: 'paste', link: null })}>
            Paste a link
          </Button>
        </div>
        <SessionList />
        <ResetWallet />
      </main>
      <Notices />
      {first === undefined
        ? pairing && <PairSheet {...pairing} onClose={() => setPairing(null)} />
        : null}
      {first && <DecisionSheet key={first.key} decidable={first} count={queue.length} />}
    </>
  )
}

function ScanIcon() {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path
        d="M3 7V4a1 1 0 0 1 1-1h3M13 3h3a1 1 0 0 1 1 1v3M17 13v3a1 1 0 0 1-1 1h-3M7 17H4a1 1 0 0 1-1-1v-3M6 10h8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
