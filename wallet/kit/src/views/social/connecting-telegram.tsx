import { claimedTelegramName } from '@bullring/login-api/telegram-user'
import { fill } from '@bullring/wire/text/fill'
import { useCallback, useEffect, useState } from 'react'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { connectEmbeddedWallet, loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { SOCIAL_MESSAGES } from '#react/login/social-messages.ts'
import { SocialPane } from '#react/login/social-pane.tsx'
import { RetryButton } from '#ui/button/retry-button.tsx'

/** Logs in with the launch data of the Mini App. */
export function ConnectingTelegram() {
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const { telegramInitData = '' } = useKit().options
  const account = claimedTelegramName(telegramInitData)
  const { failure, retry } = useTelegramLogin()
  return (
    <SocialPane
      provider="telegram"
      isWaiting={failure === null}
      title={
        account === null
          ? fill(messages.logIn, { provider: 'Telegram' })
          : fill(messages.logInAs, { account })
      }
      detail={failure === null ? messages.retrieving : messages[failure]}
    >
      {failure !== null && <RetryButton label={messages.retry} onClick={retry} />}
    </SocialPane>
  )
}

type Failure = 'reopenTelegram' | 'offline'

function useTelegramLogin() {
  const kit = useKit()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const logIn = useCallback(
    async (signal: AbortSignal, isRepeated: boolean) => {
      const properties = { provider: 'telegram' }
      try {
        await runTelegramLogin(kit, isRepeated)
        kit.events.emit({ event: 'SOCIAL_LOGIN_SUCCESS', properties })
      } catch {
        if (signal.aborted) return
        setFailure(navigator.onLine ? 'reopenTelegram' : 'offline')
        kit.events.emit({ event: 'SOCIAL_LOGIN_ERROR', properties })
      }
    },
    [kit],
  )
  useEffect(() => {
    const left = new AbortController()
    // Strict mode runs effects twice. The data is used once.
    const start = setTimeout(() => void logIn(left.signal, round > 0))
    return () => {
      clearTimeout(start)
      left.abort()
    }
  }, [logIn, round])
  const retry = () => {
    setFailure(null)
    setRound((last) => last + 1)
  }
  return { failure, retry }
}

/** The data logs in once: an attempt after one that only failed to connect does not use it again. */
async function runTelegramLogin(kit: WalletKit, isRepeated: boolean): Promise<void> {
  const wallet = await loadEmbeddedWallet(kit)
  const isLoggedIn = isRepeated && (await wallet.isConnected())
  if (!isLoggedIn) await wallet.connectTelegram(kit.options.telegramInitData ?? '')
  await connectEmbeddedWallet(kit)
}
