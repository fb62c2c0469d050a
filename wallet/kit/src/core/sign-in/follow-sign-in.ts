import type { Kit } from '#core/kit.ts'
import { type SignIn, siwxAccountOf } from './sign-in.ts'
import type { SiwxAccount } from './siwx.ts'

/**
 * Checks the sign-in of every account that connects, on each of the app's networks, and signs it out
 * when it disconnects, until the returned function is called.
 */
export function followSignIn(
  { connections, modal }: Pick<Kit, 'connections' | 'modal'>,
  signIn: SignIn,
): () => void {
  let before: SiwxAccount | null = null
  const follow = () => {
    const state = connections.getState()
    const account = siwxAccountOf(state)
    if (isSame(account, before)) return
    const disconnected = state.connection.status === 'disconnected' ? before : null
    before = account
    if (disconnected !== null) void signIn.signOut(disconnected)
    void signIn.check()
  }
  follow()
  const stops = [
    connections.subscribe(follow),
    modal.addCloseGuard(
      (view) => view === 'SIWXSignMessage' && signIn.isRequired && signIn.getState().isMissing,
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function isSame(one: SiwxAccount | null, other: SiwxAccount | null): boolean {
  return one?.address === other?.address && one?.chainId === other?.chainId
}
