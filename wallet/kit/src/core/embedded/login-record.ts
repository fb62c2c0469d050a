import type { Persistence } from '#core/persistence.ts'
import { isSignOutOwed, LOGIN_USED_KEY, SIGN_OUT_OWED_KEY } from './is-logged-in.ts'

/** A login by email cannot be started again this soon (R-EMAIL-2). */
const COOLDOWN_MS = 30_000

const KEYS = {
  isLoggedIn: LOGIN_USED_KEY,
  email: 'email',
  lastEmailLogin: 'last-email-login-time',
  lastChain: 'last-used-chain',
  socialProvider: 'connected-social',
  userName: 'social-username',
  smartAccountNetworks: 'smart-account-enabled-networks',
} as const

/** The stored login to the embedded wallet (R-EMAIL-5): nothing that could sign. */
export type LoginRecord = {
  email: () => string | null
  /** The chain that the wallet was last used on; null before the first login. */
  lastChain: () => number | null
  /** Provider of the login: `google`, `farcaster`...; null for email. */
  socialProvider: () => string | null
  userName: () => string | null
  storeLogin: (user: { email: string | null; chainId: number }) => void
  storeEmail: (email: string) => void
  storeChain: (chainId: number) => void
  storeSocial: (provider: string, userName: string | null) => void
  storeSmartAccountNetworks: (chainIds: readonly number[]) => void
  /** Starts the wait before the next mail. */
  storeMailSent: () => void
  /** Seconds until another mail may be requested; 0 when it may be now. */
  secondsUntilNextMail: () => number
  /** Forgets the login (R-EMAIL-4). */
  clear: () => void
  /** Whether a sign-out has not reached the frame. */
  isSignOutOwed: () => boolean
  storeSignOutOwed: (isOwed: boolean) => void
}

export function createLoginRecord(persistence: Persistence, now = Date.now): LoginRecord {
  const textOf = (key: string) => {
    const value = persistence.read(key)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const numberOf = (key: string) => {
    const value = persistence.read(key)
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  return {
    email: () => textOf(KEYS.email),
    lastChain: () => numberOf(KEYS.lastChain),
    socialProvider: () => textOf(KEYS.socialProvider),
    userName: () => textOf(KEYS.userName),
    storeLogin: ({ email, chainId }) => {
      persistence.write(KEYS.isLoggedIn, true)
      persistence.write(KEYS.lastChain, chainId)
      if (email === null) persistence.remove(KEYS.email)
      else persistence.write(KEYS.email, email)
      persistence.remove(KEYS.lastEmailLogin)
    },
    storeEmail: (email) => persistence.write(KEYS.email, email),
    storeChain: (chainId) => persistence.write(KEYS.lastChain, chainId),
    storeSocial: (provider, userName) => {
      persistence.write(KEYS.socialProvider, provider)
      persistence.write(KEYS.userName, userName ?? '')
    },
    storeSmartAccountNetworks: (chainIds) =>
      persistence.write(KEYS.smartAccountNetworks, chainIds.join(',')),
    storeMailSent: () => persistence.write(KEYS.lastEmailLogin, now()),
    secondsUntilNextMail: () => {
      const elapsed = now() - (numberOf(KEYS.lastEmailLogin) ?? Number.NEGATIVE_INFINITY)
      // A clock that was set back must not lock the user out.
      return elapsed < 0 ? 0 : Math.max(0, Math.ceil((COOLDOWN_MS - elapsed) / 1000))
    },
    clear: () => {
      const { isLoggedIn, email, lastChain, socialProvider, userName } = KEYS
      for (const key of [isLoggedIn, email, lastChain, socialProvider, userName])
        persistence.remove(key)
    },
    isSignOutOwed: () => isSignOutOwed(persistence),
    storeSignOutOwed: (isOwed) => {
      if (isOwed) persistence.write(SIGN_OUT_OWED_KEY, true)
      else persistence.remove(SIGN_OUT_OWED_KEY)
    },
  }
}
