import { socialName } from '@bullring/login-api/social-name'
import { fill } from '@bullring/wire/text/fill'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readDevice } from '#core/device.ts'
import {
  finishReturnedLogin,
  leaveForProvider,
  logInAtProvider,
  type SocialFailure,
  SocialLoginError,
} from '#core/embedded/social-login.ts'
import { openSocialPopup } from '#core/embedded/social-popup.ts'
import type { SocialChoice } from '#core/modal/views.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { connectEmbeddedWallet, loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { SOCIAL_MESSAGES } from '#react/login/social-messages.ts'
import { SocialPane } from '#react/login/social-pane.tsx'
import { Button } from '#ui/button/button.tsx'
import { RetryButton } from '#ui/button/retry-button.tsx'

/** Logs in at a provider's page in another window. */
export function ConnectingSocial({ data }: { data: SocialChoice }) {
  const { provider } = data
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const { status, failure, retry } = useProviderLogin(data)
  const waiting = 'isRedirect' in data ? messages.leaving : messages.inWindow
  const details = { waiting, retrieving: messages.retrieving, failed: '' }
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

function useProviderLogin(choice: SocialChoice) {
  const kit = useKit()
  const [attempt, setAttempt] = useState<Attempt>(WAITING)
  const left = useRef<AbortController | null>(null)
  const logIn = useCallback(
    async (login: SocialChoice, signal: AbortSignal) => {
      const { alerts, events } = kit
      const properties = { provider: login.provider }
      const fail = (failure: SocialFailure) => {
        setAttempt({ status: 'failed', failure })
        const event = failure === 'popupClosed' ? 'SOCIAL_LOGIN_CANCELED' : 'SOCIAL_LOGIN_ERROR'
        events.emit({ event, properties })
        if (failure === 'timedOut') alerts.show('socialLoginTimeout')
      }
      const onResult = () => {
        setAttempt({ status: 'retrieving', failure: null })
        events.emit({ event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties })
      }
      try {
        const onClosed = () => fail('popupClosed')
        const hasAccount = await runLogin(kit, login, { signal, onResult, onClosed })
        if (!hasAccount || signal.aborted) return
        await connectEmbeddedWallet(kit)
        events.emit({ event: 'SOCIAL_LOGIN_SUCCESS', properties })
      } catch (error) {
        if (signal.aborted) return
        fail(error instanceof SocialLoginError ? error.failure : 'unknown')
      }
    },
    [kit],
  )
  useEffect(() => {
    // Strict mode runs effects twice. The window is used once.
    const controller = new AbortController()
    left.current = controller
    const start = setTimeout(() => void logIn(choice, controller.signal))
    return () => {
      clearTimeout(start)
      controller.abort()
      left.current?.abort()
    }
  }, [logIn, choice])
  const retry = () => {
    left.current?.abort()
    const controller = new AbortController()
    left.current = controller
    setAttempt(WAITING)
    const { provider } = choice
    const isRedirect = readDevice().isTelegram
    void logIn(
      isRedirect ? { provider, isRedirect } : { provider, popup: openSocialPopup(window) },
      controller.signal,
    )
  }
  return { ...attempt, retry }
}

/** Runs a login to its end. Returns false if the page is left for the provider's. */
async function runLogin(
  kit: WalletKit,
  login: SocialChoice,
  events: { signal: AbortSignal; onResult: () => void; onClosed: () => void },
): Promise<boolean> {
  const { provider } = login
  const deps = { wallet: await loadEmbeddedWallet(kit), provider, page: window, ...events }
  if ('popup' in login) await logInAtProvider({ ...deps, popup: login.popup })
  else if ('resultUri' in login) {
    events.onResult()
    await finishReturnedLogin(deps, login.resultUri)
  } else {
    await leaveForProvider(deps)
    return false
  }
  return true
}
