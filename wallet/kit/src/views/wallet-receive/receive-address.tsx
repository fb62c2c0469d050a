import type { ReactNode } from 'react'
import { useCopy, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/image/icon.tsx'
import { QrCode } from '#ui/image/qr-code.tsx'
import { WholeAddress } from '#ui/whole-address.tsx'
import { RECEIVE_MESSAGES } from './receive-messages.ts'
import styles from './wallet-receive.module.css'

/** An address as text and as a QR code, and below it where it can receive. */
export function ReceiveAddress({ address, children }: { address: string; children: ReactNode }) {
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  const copy = useCopy()
  return (
    <div className={styles['receive']}>
      <div className={styles['code']}>
        <QrCode value={address} label={messages.code} />
      </div>
      <p className={styles['hint']}>{messages.hint}</p>
      <p className={styles['address']}>
        <WholeAddress address={address} />
      </p>
      <Button tone="quiet" isWide onClick={() => copy(address, messages.copied)}>
        <Icon name="copy" size={18} />
        {messages.copy}
      </Button>
      {children}
    </div>
  )
}

/** The only network on which the account can receive. */
export function OnlyNetwork({ network }: { network: { id: number; name: string } }) {
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  return (
    <div className={styles['network']}>
      <NetworkImage network={network} size={32} />
      <div>
        <b>{network.name}</b>
        <p>{messages.onlyHere}</p>
      </div>
    </div>
  )
}
