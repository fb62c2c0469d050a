import { Button } from '@bullring/ui/button'
import { useState } from 'react'
import type { Session } from '#wallet/phone-client.ts'
import { siteHost, siteName } from '#wallet/site-name.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import styles from './session-list.module.css'

const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** The sites that may send requests. */
export function SessionList() {
  const { sessions, isSending } = usePhoneState()
  return (
    <section className={styles['sessions']} aria-labelledby="sessions">
      <h2 id="sessions">Connected sites</h2>
      {sessions.length === 0 ? (
        <p className={styles['empty']}>
          None yet. Choose WalletConnect on a site, and scan the code that it shows.
        </p>
      ) : (
        <ul>
          {sessions.map((session) => (
            <SessionItem key={session.topic} session={session} />
          ))}
        </ul>
      )}
      <p className={styles['sending']} role="status">
        {isSending && 'Your last decision is on its way…'}
      </p>
    </section>
  )
}

function SessionItem({ session }: { session: Session }) {
  const phone = usePhone()
  const [isBusy, setBusy] = useState(false)
  const { topic, peer, expiryMs, isAcknowledged } = session
  const name = siteName(peer.metadata)
  const disconnect = () => {
    setBusy(true)
    void phone.disconnect(topic)
  }
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>{siteHost(peer.metadata)}</small>
        <small>
          {isAcknowledged ? `Until ${DATE.format(expiryMs)}` : 'Waiting for the site to confirm…'}
        </small>
      </div>
      <Button tone="plain" isBusy={isBusy} onClick={disconnect}>
        Disconnect
      </Button>
    </li>
  )
}
