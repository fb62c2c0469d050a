import type { ChainAccess } from '#core/chain-access.ts'
import { createLocalSiwx } from '#core/sign-in/local-siwx.ts'
import { createServerSiwx } from '#core/sign-in/server-siwx.ts'
import { createSignIn, type SignIn } from '#core/sign-in/sign-in.ts'
import { siwxOf } from '#core/sign-in/siwe-config.ts'
import type { Siwx } from '#core/sign-in/siwx.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { accountDepsOf } from '../account/account-deps.ts'

/** One per kit, created lazily. */
const signInOfKit = new WeakMap<WalletKit, SignIn>()

/** Returns the sign-in of a kit; null when sign-in is off. */
export function signInOf(kit: WalletKit): SignIn | null {
  const known = signInOfKit.get(kit)
  if (known !== undefined) return known
  const { chain } = accountDepsOf(kit)
  const siwx = createSiwx(kit, chain)
  if (siwx === null) return null
  const signIn = createSignIn({ ...kit, siwx, chain })
  signInOfKit.set(kit, signIn)
  return signIn
}

function createSiwx(
  { options, persistence, alerts, queryClient }: WalletKit,
  chain: ChainAccess,
): Siwx | null {
  const { siwx, siweConfig, servicesUrl = '', projectId } = options
  const page = () => window.location
  if (siweConfig !== undefined && siweConfig.enabled !== false) return siwxOf(siweConfig, page)
  if (siwx === undefined) return null
  if (!('sessions' in siwx)) return siwx
  if (siwx.sessions === 'local') return createLocalSiwx({ options: siwx, persistence, chain, page })
  return createServerSiwx({
    queryClient,
    options: siwx,
    baseUrl: servicesUrl,
    projectId,
    onRefused: alerts.showFor,
    persistence,
    page,
  })
}
