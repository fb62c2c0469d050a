import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { fill } from '@bullring/wire/text/fill'
import { lazy, Suspense, useState } from 'react'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './connecting-wallet-connect.module.css'
import { CopyLinkButton } from './copy-link-button.tsx'
import { PairingProblem } from './pairing-problem.tsx'
import { usePairing, useSecondsLeft } from './use-pairing.ts'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

const QrCode = lazy(async () => ({ default: (await import('#ui/image/qr-code.tsx')).QrCode }))

/** A QR code to scan; replaced before it expires. */
export function QrPane({ wallet }: { wallet: CatalogueWallet | null }) {
  const { options } = useKit()
  const { client } = useConnectDeps()
  const { pairing, restart } = usePairing()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const [placeholder] = useState(() => (
    <div className={styles['qr']} aria-busy="true">
      <Skeleton width="100%" height="100%" radius="var(--radius-l)" />
    </div>
  ))
  if ('message' in pairing) {
    const source = wallet === null ? null : (client?.imageOf(wallet) ?? null)
    return <PairingProblem problem={pairing} name={wallet?.name} image={source} onRetry={restart} />
  }
  const image = wallet && { name: wallet.name, source: client?.imageOf(wallet) ?? null }
  return (
    <div className={styles['scan']}>
      {pairing.uri === null ? (
        placeholder
      ) : (
        <Suspense fallback={placeholder}>
          <div className={styles['qr']}>
            <QrCode value={pairing.uri} label={messages.qrLabel} image={image ?? undefined} />
          </div>
        </Suspense>
      )}
      <p className={styles['scanText']}>
        {wallet === null && options.hasOwnRelay ? messages.scanOwn : messages.scan}
      </p>
      <div className={styles['qrTools']}>
        <CopyLinkButton uri={pairing.uri} />
        <Countdown pairing={pairing} text={messages.newCodeIn} onRefresh={restart} />
      </div>
    </div>
  )
}

type CountdownProps = {
  pairing: ReturnType<typeof usePairing>['pairing']
  text: string
  onRefresh: () => void
}

/** Time until the code is replaced. A click replaces it now. */
function Countdown({ pairing, text, onRefresh }: CountdownProps) {
  const seconds = useSecondsLeft(pairing)
  if (seconds === null) return null
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <TextButton icon="refresh" onClick={onRefresh}>
      {fill(text, { time })}
    </TextButton>
  )
}
