import { fill } from '@bullring/wire/text/fill'
import { useCallback, useEffect, useState } from 'react'
import { lacksPasskey } from '#core/embedded/embedded-wallet-error.ts'
import type { ViewData } from '#core/modal/views.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { connectEmbeddedWallet, loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { SOCIAL_MESSAGES } from '#react/login/social-messages.ts'
import { SocialPane } from '#react/login/social-pane.tsx'
import { RetryButton } from '#ui/button/retry-button.tsx'

/** Logs in with the launch data of the Mini App. */
export function ConnectingTelegram({ data }: { data: ViewData['ConnectingTelegram'] }) {
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const { failure, retry } = useTelegramLogin()
  return (
    <SocialPane
      provider="telegram"
      isWaiting={failure === null}
      title={fill(messages.logInAs, data)}
      detail={failure === null ? messages.retrieving : messages[failure]}
    >
      {failure !== null && <RetryButton label={messages.retry} onClick={retry} />}
    </SocialPane>
  )
}

type Failure = 'reopenTelegram' | 'passkey' | 'offline'

function useTelegramLogin() {
  const kit = useKit()
  const [failure, setFailure] = useState<Failure | null>(null)
  const logIn = useCallback(
    async (signal: AbortSignal) => {
      const properties = { provider: 'telegram' }
      try {
        await runTelegramLogin(kit)
        kit.events.emit({ event: 'SOCIAL_LOGIN_SUCCESS', properties })
      } catch (error) {
        if (signal.aborted) return
        setFailure(failureOf(error))
        kit.events.emit({ event: 'SOCIAL_LOGIN_ERROR', properties })
      }
    },
    [kit],
  )
  useEffect(() => {
    if (failure !== null) return
    const left = new AbortController()
    // Strict mode runs effects twice. The data is used once.
    const start = setTimeout(() => void logIn(left.signal))
    return () => {
      clearTimeout(start)
      left.abort()
    }
  }, [logIn, failure])
  return { failure, retry: () => setFailure(null) }
}

function failureOf(error: unknown): Failure {
  if (lacksPasskey(error)) return 'passkey'
  return navigator.onLine ? 'reopenTelegram' : 'offline'
}

async function runTelegramLogin(kit: WalletKit): Promise<void> {
  const wallet = await loadEmbeddedWallet(kit)
  await wallet.connectTelegram(kit.options.telegramInitData ?? '')
  await connectEmbeddedWallet(kit)
}
