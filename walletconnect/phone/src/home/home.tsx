import { Button } from '@bullring/ui/button'
import { Icon } from '@bullring/ui/icon'
import { useEffect, useState } from 'react'
import { DecisionSheet } from '#requests/decision-sheet.tsx'
import { PairSheet } from '#scan/pair-sheet.tsx'
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
  // The site's proposal has arrived.
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
            <Icon name="scan" size={18} />
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
