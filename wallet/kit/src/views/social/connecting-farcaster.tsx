import { FARCASTER_CLOSED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { lacksPasskey } from '#core/embedded/embedded-wallet-error.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { connectEmbeddedWallet, loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { SOCIAL_MESSAGES } from '#react/login/social-messages.ts'
import { SocialPane } from '#react/login/social-pane.tsx'
import { Button } from '#ui/button/button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './connecting-farcaster.module.css'

const QrCode = lazy(async () => ({ default: (await import('#ui/image/qr-code.tsx')).QrCode }))

/** Logs in with the Farcaster app: by a QR code, or on a phone by a link. */
export function ConnectingFarcaster() {
  const [round, setRound] = useState(0)
  return <Attempt key={round} onRetry={() => setRound(round + 1)} />
}

function Attempt({ onRetry }: { onRetry: () => void }) {
  const { device } = useKit()
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const { status, uri, failure } = useFarcasterLogin()
  if (failure !== null) {
    return (
      <SocialPane
        provider="farcaster"
        isWaiting={false}
        title={messages.continueInFarcaster}
        detail={messages[failure]}
      >
        <RetryButton label={messages.retry} onClick={onRetry} />
      </SocialPane>
    )
  }
  if (status === 'retrieving') {
    const { loadingUser: title, loadingUserDetail: detail } = messages
    return <SocialPane provider="farcaster" isWaiting title={title} detail={detail} />
  }
  return device().isMobile ? <AppLink uri={uri} /> : <QrPane uri={uri} />
}

function AppLink({ uri }: { uri: string | null }) {
  const messages = useMessages('social', SOCIAL_MESSAGES)
  return (
    <SocialPane
      provider="farcaster"
      isWaiting
      title={messages.continueInFarcaster}
      detail={messages.acceptInApp}
    >
      <Button isDisabled={uri === null} onClick={() => uri !== null && openLink(uri)}>
        {messages.openFarcaster}
      </Button>
    </SocialPane>
  )
}

function QrPane({ uri }: { uri: string | null }) {
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const copy = useCopy()
  const placeholder = <Skeleton width="100%" height="100%" radius="var(--radius-l)" />
  return (
    <div className={styles['scan']}>
      <div className={styles['qr']} aria-busy={uri === null}>
        {uri === null ? (
          placeholder
        ) : (
          <Suspense fallback={placeholder}>
            <QrCode value={uri} label={messages.qrLabel} />
          </Suspense>
        )}
      </div>
      <p className={styles['text']}>{messages.scan}</p>
      <TextButton
        icon="copy"
        isDisabled={uri === null}
        onClick={() => uri !== null && copy(uri, messages.linkCopied)}
      >
        {messages.copyLink}
      </TextButton>
    </div>
  )
}

type Failure = 'farcasterClosed' | 'passkey' | 'offline' | 'unknown'

type Login = { status: 'waiting' | 'retrieving'; uri: string | null; failure: Failure | null }

const WAITING: Login = { status: 'waiting', uri: null, failure: null }

/** Declined and expired logins are common. The rest has no better text. */
function failureOf(error: unknown): Failure {
  if (error instanceof Error && error.message === FARCASTER_CLOSED_MESSAGE) return 'farcasterClosed'
  if (lacksPasskey(error)) return 'passkey'
  return navigator.onLine ? 'unknown' : 'offline'
}

function useFarcasterLogin() {
  const kit = useKit()
  const [login, setLogin] = useState<Login>(WAITING)
  const logIn = useCallback(
    async (signal: AbortSignal) => {
      const report = (change: Login) => signal.aborted || setLogin(change)
      try {
        await runFarcasterLogin(kit, signal, report)
      } catch (error) {
        if (signal.aborted) return
        report({ ...WAITING, failure: failureOf(error) })
        const properties = { provider: 'farcaster' }
        kit.events.emit({ event: 'SOCIAL_LOGIN_ERROR', properties })
      }
    },
    [kit],
  )
  useEffect(() => {
    const left = new AbortController()
    const start = setTimeout(() => void logIn(left.signal))
    return () => {
      clearTimeout(start)
      left.abort()
    }
  }, [logIn])
  return login
}

async function runFarcasterLogin(
  kit: WalletKit,
  signal: AbortSignal,
  report: (login: Login) => void,
): Promise<void> {
  const { events } = kit
  const properties = { provider: 'farcaster' }
  const wallet = await loadEmbeddedWallet(kit)
  // The frame gives up its own poll when the visitor leaves.
  const drop = () => void wallet.dropFarcaster().catch(() => undefined)
  signal.addEventListener('abort', drop)
  const uri = await wallet.getFarcasterUri(signal)
  report({ ...WAITING, uri })
  await wallet.connectFarcaster(signal)
  signal.removeEventListener('abort', drop)
  report({ ...WAITING, status: 'retrieving' })
  events.emit({ event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties })
  await connectEmbeddedWallet(kit)
  events.emit({ event: 'SOCIAL_LOGIN_SUCCESS', properties })
}
