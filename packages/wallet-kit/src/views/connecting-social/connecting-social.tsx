import { useCallback, useEffect, useRef, useState } from 'react'
import {
  logInAtProvider,
  type SocialFailure,
  SocialLoginError,
} from '#core/embedded/social-login.ts'
import { socialName } from '#core/embedded/social-name.ts'
import { openSocialPopup } from '#core/embedded/social-popup.ts'
import { fill } from '#core/messages.ts'
import type { SocialChoice } from '#core/modal/views.ts'
import { connectEmbeddedWallet, loadEmbeddedWallet } from '#react/embedded-wallet.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { SOCIAL_MESSAGES } from '#react/social-messages.ts'
import { SocialPane } from '#react/social-pane.tsx'
import { Button } from '#ui/button.tsx'
import { RetryButton } from '#ui/retry-button.tsx'

/** Logs in at a provider's page in another window. */
export function ConnectingSocial({ data }: { data: SocialChoice }) {
  const { provider } = data
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const { status, failure, retry } = useProviderLogin(data)
  const details = { waiting: messages.inWindow, retrieving: messages.retrieving, failed: '' }
  const detail = failure === null ? details[status] : messages[failure]
  return (
    <SocialPane
      provider={provider}
      isWaiting={status !== 'failed'}
      title={fill(messages.logIn, { provider: socialName(provider) })}
      detail={detail}
    >
      {failure === 'popupBlocked' && <Button onClick={retry}>{messages.openWindow}</Button>}
      {failure !== null && failure !== 'popupBlocked' && (
        <RetryButton label={messages.retry} onClick={retry} />
      )}
    </SocialPane>
  )
}

type Attempt = { status: 'waiting' | 'retrieving' | 'failed'; failure: SocialFailure | null }

const WAITING: Attempt = { status: 'waiting', failure: null }

function useProviderLogin({ provider, popup }: SocialChoice) {
  const kit = useKit()
  const [attempt, setAttempt] = useState<Attempt>(WAITING)
  const left = useRef<AbortController | null>(null)
  const logIn = useCallback(
    async (window_: Window | null, signal: AbortSignal) => {
      const { alerts, events } = kit
      const properties = { provider }
      try {
        await logInAtProvider({
          wallet: await loadEmbeddedWallet(kit),
          provider,
          popup: window_,
          page: window,
          signal,
          onResult: () => {
            setAttempt({ status: 'retrieving', failure: null })
            events.emit({ event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties })
          },
        })
        await connectEmbeddedWallet(kit)
        events.emit({ event: 'SOCIAL_LOGIN_SUCCESS', properties })
      } catch (error) {
        if (signal.aborted) return
        const failure = error instanceof SocialLoginError ? error.failure : 'unknown'
        setAttempt({ status: 'failed', failure })
        const isClosed = failure === 'popupClosed'
        events.emit({
          event: isClosed ? 'SOCIAL_LOGIN_CANCELED' : 'SOCIAL_LOGIN_ERROR',
          properties,
        })
        if (failure === 'timedOut') alerts.show('socialLoginTimeout')
      }
    },
    [kit, provider],
  )
  useEffect(() => {
    // Strict mode runs effects twice; the window is used once.
    const controller = new AbortController()
    left.current = controller
    const start = setTimeout(() => void logIn(popup, controller.signal))
    return () => {
      clearTimeout(start)
      controller.abort()
      left.current?.abort()
    }
  }, [logIn, popup])
  const retry = () => {
    left.current?.abort()
    const controller = new AbortController()
    left.current = controller
    setAttempt(WAITING)
    void logIn(openSocialPopup(window), controller.signal)
  }
  return { ...attempt, retry }
}
