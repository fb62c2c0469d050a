import {
  type EndedSession,
  type PendingRequests,
  REQUESTS_PENDING,
  SESSION_ENDED,
} from '@bullring/walletconnect/connector'
import type { Config } from 'wagmi'
import { openStorage } from '#browser/open-storage.ts'
import type { ToastStore } from '#toasts/toast-store.ts'
import type { ConnectMessages } from './connect-messages.ts'

type Deps = {
  config: Pick<Config, 'connectors'>
  toasts: ToastStore
  messages: ConnectMessages
  page: Window
}

/**
 * Shows that a wallet on another device has ended its session, and on a phone a link to the wallet's app while a
 * request waits there, until the returned function is called.
 */
export function followWalletConnect(deps: Deps): () => void {
  const { config, toasts, messages } = deps
  const connector = config.connectors.find(({ type }) => type === 'walletConnect')
  let waiting: Promise<(() => void) | null> = Promise.resolve(null)
  const replaceWaiting = async (before: typeof waiting, pending: PendingRequests) => {
    const dismiss = await before
    dismiss?.()
    return pending.count === 0 ? null : await showWaiting(deps, pending)
  }
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type === REQUESTS_PENDING) {
      // Without its code there is no link this time.
      waiting = replaceWaiting(waiting, data as PendingRequests).catch(() => null)
    }
    if (type !== SESSION_ENDED) return
    const { isExpired } = data as EndedSession
    const text = isExpired ? messages.sessionExpired : messages.sessionEnded
    toasts.show({ level: 'info', text, detail: messages.connectAgain })
  }
  connector?.emitter.on('message', onMessage)
  return () => connector?.emitter.off('message', onMessage)
}

async function showWaiting(
  { toasts, messages, page }: Deps,
  { walletName, walletLink }: PendingRequests,
): Promise<(() => void) | null> {
  // Rare, so its code is not part of the page's.
  const { findWalletApp } = await import('@bullring/wallet-kit/wallet-app')
  const app = findWalletApp(openStorage(page, 'localStorage'), { walletName, walletLink })
  if (app === null) return null
  return toasts.showLasting({
    level: 'info',
    text: messages.confirmIn({ wallet: app.name }),
    action: {
      label: messages.openWallet({ wallet: app.name }),
      run: () => page.open(app.href, '_self', 'noreferrer noopener'),
    },
  })
}
