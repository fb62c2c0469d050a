import { followSignIn } from '#core/sign-in/follow-sign-in.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { signInOf } from './sign-in-of-kit.ts'

/** Asks connected users to sign in, until the returned function is called. */
export function startSignIn(kit: WalletKit): () => void {
  const signIn = signInOf(kit)
  return signIn === null ? () => undefined : followSignIn(kit, signIn)
}
