import type { CustodyWallet, SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import type { SessionStore, StoredSession } from '#device/stored-session.ts'
import { NotSignedInError } from '#frame-errors.ts'
import { isEnrolled, readyWallet } from '#login/ready-wallet.ts'
import type { EnrolmentDeps } from '#login/wallet-enrolment.ts'

const UNAUTHORIZED = 401

/** A session whose wallet can sign on this device. */
export type UsableSession = StoredSession & { wallet: CustodyWallet }

/** The login of one embedding site. */
export type WalletSession = {
  /** Returns the session, or `undefined` when signed out. The first call requests it from the core. */
  current: () => Promise<UsableSession | undefined>
  /** @throws {NotSignedInError} when signed out. */
  require: () => Promise<UsableSession>
  /**
   * Signs in with the vault's assertion and what proves it to the core, and makes the wallet usable. The core takes an
   * assertion once: the last one again continues with the session that it has opened.
   */
  open: (login: SessionOpenRequest) => Promise<UsableSession>
  /** Reads the session again after a change. */
  refresh: () => Promise<UsableSession>
  /** Whether another tab has signed in or out since. */
  hasChanged: () => Promise<boolean>
  /** Signs out. The device keeps its keys and shares: the next login needs the code only. */
  close: () => Promise<void>
}

export type WalletSessionDeps = EnrolmentDeps & {
  store: SessionStore
  /** Called with the token of a session that the core has confirmed. */
  onRestored: (token: string) => Promise<void>
  /** Called when the user has signed out. */
  onClosed: () => Promise<void>
}

/** Creates the {@link WalletSession} of one site. */
export function createWalletSession(deps: WalletSessionDeps): WalletSession {
  const { custody, store } = deps
  let restored: Promise<UsableSession | undefined> | undefined
  /** Token that this tab has read or written last. */
  let known: string | undefined
  const restoreKnown = async () => {
    try {
      return await restore(deps)
    } finally {
      known = (await store.read())?.token
    }
  }

  let last: { assertion: string; opened: StoredSession } | undefined

  async function open({ assertion, evidence }: SessionOpenRequest): Promise<UsableSession> {
    const previous = await store.read()
    const opened =
      last?.assertion === assertion
        ? last.opened
        : await custody.openSession({ assertion, evidence })
    last = { assertion, opened }
    const session = await readyWallet(deps, opened)
    const usable = await keep(deps, { token: opened.token, session })
    last = { assertion, opened: usable }
    known = usable.token
    if (previous && previous.token !== usable.token)
      void custody.closeSession(previous.token).catch(() => {})
    return usable
  }

  const current = () => {
    restored ??= restoreKnown().catch((error: unknown) => {
      restored = undefined
      throw error
    })
    return restored
  }
  const requireSession = async () => {
    const session = await current()
    if (session === undefined) throw new NotSignedInError()
    return session
  }
  return {
    current,
    require: requireSession,
    open: async (login) => {
      const session = await open(login)
      restored = Promise.resolve(session)
      return session
    },
    refresh: async () => {
      const { token } = await requireSession()
      const session = await keep(deps, { token, session: await custody.readSession(token) })
      restored = Promise.resolve(session)
      return session
    },
    hasChanged: async () => {
      await current().catch(() => undefined)
      return (await store.read())?.token !== known
    },
    close: async () => {
      const stored = await store.read()
      await store.remove()
      known = undefined
      last = undefined
      restored = Promise.resolve(undefined)
      await deps.onClosed().catch(() => undefined)
      // The visitor is signed out here also when the core cannot be reached; there the session expires.
      if (stored) await custody.closeSession(stored.token).catch(() => {})
    },
  }
}

/** Asks the core whether the stored session is valid; without a connection, it is assumed to be. */
async function restore(deps: WalletSessionDeps): Promise<UsableSession | undefined> {
  const { custody, store } = deps
  const stored = await store.read()
  if (stored === undefined) return undefined
  try {
    const session = await custody.readSession(stored.token)
    void deps.onRestored(stored.token).catch(() => undefined)
    // A crash may have ended the login that this session is from before the wallet was ready.
    return await keep(deps, {
      token: stored.token,
      session: await readyWallet(deps, { token: stored.token, session }),
    })
  } catch (error) {
    if (error instanceof ApiProblemError && error.status === UNAUTHORIZED) {
      await store.remove()
      return undefined
    }
    const { wallet } = stored.session
    const isUsable = wallet !== null && (await isEnrolled(deps, stored.session))
    return isUsable ? { ...stored, wallet } : undefined
  }
}

async function keep(deps: WalletSessionDeps, signedIn: StoredSession): Promise<UsableSession> {
  const { wallet } = signedIn.session
  if (wallet === null) throw new NotSignedInError()
  await deps.store.write(signedIn)
  return { ...signedIn, wallet }
}
