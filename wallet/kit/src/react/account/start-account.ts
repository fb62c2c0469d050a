import { followNetwork } from '#core/connect/follow-network.ts'
import { messagesOf } from '#core/messages.ts'
import { isSignInEnabled } from '#core/options.ts'
import { SIGN_IN_MESSAGES } from '#core/sign-in/sign-in-messages.ts'
import type { WalletKit } from '#create-wallet-kit.ts'

/** Follows network and sign-in of the connected account, until the returned function is called. */
export function startAccount(kit: WalletKit): () => void {
  const stops = [followNetwork(kit)]
  if (isSignInEnabled(kit.options)) stops.push(startSignInOnDemand(kit))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Loads the sign-in code with the first account, not with the page. */
function startSignInOnDemand(kit: WalletKit): () => void {
  const { connections, modal, options, toasts } = kit
  const stops: (() => void)[] = []
  let [isLoading, isStopped] = [false, false]
  const load = async () => {
    if (isLoading || connections.getState().connection.status !== 'connected') return
    isLoading = true
    try {
      const { startSignIn } = await import('../connect/start-sign-in.ts')
      if (!isStopped) stops.push(startSignIn(kit))
    } catch {
      isLoading = false
      await connections.disconnect().catch(() => undefined)
      modal.open('Connect')
      toasts.show('error', messagesOf(SIGN_IN_MESSAGES, options.messages['signIn']).unknown)
    }
  }
  stops.push(connections.subscribe(() => void load()))
  void load()
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
