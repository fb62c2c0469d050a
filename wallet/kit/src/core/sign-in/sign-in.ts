import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { ChainAccess } from '#core/chain-access.ts'
import type { Connection, ConnectionSignIn } from '#core/connect/connections.ts'
import type { Kit } from '#core/kit.ts'
import { messagesOf } from '#core/messages.ts'
import { CONNECT_VIEWS } from '#core/modal/connect-views.ts'
import { createStore, type Store, type WritableStore } from '#core/store.ts'
import { emitSignInError, signInFailureText } from './sign-in-failure.ts'
import { SIGN_IN_MESSAGES, type SignInMessages } from './sign-in-messages.ts'
import { createConnectionSignIn } from './sign-in-with-connection.ts'
import type { Siwx, SiwxAccount, SiwxSession } from './siwx.ts'

/** Key of the address whose user declined an optional sign-in and is not asked again. */
const DECLINED_KEY = 'siwx-declined'

type SignInState = {
  status: 'idle' | 'signing' | 'cancelling'
  /** True while an account is connected that is known to have no session. */
  isMissing: boolean
}

/** Sign-in with the connected wallet (R-SIGNIN-1 to R-SIGNIN-5). */
export type SignIn = Store<SignInState> & {
  isRequired: boolean
  /** Opens the sign-in view unless the connected account has a session. */
  check: () => Promise<void>
  /** Starts a sign-in for a wallet that may sign it while it connects; `undefined` where that cannot be. Never throws. */
  startWithConnection: () => Promise<ConnectionSignIn | undefined>
  /** Requests the signature from the wallet. Never throws: a toast reports failures. */
  sign: () => Promise<void>
  /** Disconnects if sign-in is required, otherwise closes the modal. */
  cancel: () => Promise<void>
  /** Signs `account` out. Never throws. */
  signOut: (account: SiwxAccount) => Promise<void>
}

type SignInDeps = Pick<
  Kit,
  'connections' | 'events' | 'modal' | 'options' | 'persistence' | 'router' | 'toasts'
> & {
  siwx: Siwx
  chain: Pick<ChainAccess, 'signMessage' | 'isContract'>
}

type SignInContext = SignInDeps & {
  store: WritableStore<SignInState>
  messages: SignInMessages
  /** The account to sign in now. */
  account: () => SiwxAccount | null
  /** Informs the app. */
  reportSession: (session: SiwxSession | null) => void
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { connections, options, persistence, siwx } = deps
  const store = createStore<SignInState>({ status: 'idle', isMissing: false })
  const context: SignInContext = {
    ...deps,
    store,
    messages: messagesOf(SIGN_IN_MESSAGES, options.messages['signIn']),
    account: () => siwxAccountOf(connections.getState()),
    reportSession: (session) => options.onSession?.(session),
  }
  return {
    ...store,
    isRequired: siwx.isRequired,
    check: () => check(context),
    startWithConnection: () => createConnectionSignIn(context),
    sign: () => sign(context),
    cancel: () => cancel(context),
    signOut: async (account) => {
      persistence.remove(DECLINED_KEY)
      context.reportSession(null)
      // Signed out here in any case; on an unreachable server the session expires.
      await siwx.revokeSession(account).catch(() => undefined)
    },
  }
}

async function check(context: SignInContext): Promise<void> {
  const { account, modal, reportSession, router, siwx, store } = context
  const current = account()
  if (current === null) {
    reportSession(null)
    return store.setState({ isMissing: false })
  }
  try {
    const sessions = await siwx.getSessions(current)
    if (!isSame(current, account())) return
    store.setState({ isMissing: sessions.length === 0 })
    reportSession(sessions[0] ?? null)
    const isSettled = sessions.length > 0 || hasDeclined(context, current)
    if (!isSettled) modal.open('SIWXSignMessage')
    else if (CONNECT_VIEWS.has(router.current().view)) modal.close()
  } catch (error) {
    if (isSame(current, account())) await giveUp(context, current, error)
  }
}

function hasDeclined({ persistence, siwx }: SignInContext, { address }: SiwxAccount): boolean {
  return !siwx.isRequired && persistence.read(DECLINED_KEY) === address
}

async function giveUp(context: SignInContext, account: SiwxAccount, error: unknown) {
  const { connections, messages, modal, toasts } = context
  emitSignInError(context, account, error)
  await connections.disconnect().catch(() => undefined)
  modal.open('Connect')
  toasts.show('error', messages.unknown)
}

async function sign(context: SignInContext): Promise<void> {
  const { account, chain, events, modal, siwx, store } = context
  const current = account()
  if (current === null || store.getState().status !== 'idle') return
  store.setState({ status: 'signing' })
  try {
    const message = await siwx.createMessage(current)
    const signature = await chain.signMessage(message.text, current.address)
    await siwx.addSession({ ...message, signature })
    // Another account may be connected by now. It has its own check.
    if (!isSame(current, account())) return
    store.setState({ isMissing: false })
    modal.close()
    const properties = { network: toCaipNetworkId(current.chainId) }
    events.emit({ event: 'SIWX_AUTH_SUCCESS', properties })
    void reportNewSession(context, current)
  } catch (error) {
    await reportFailure(context, current, error)
  } finally {
    store.setState({ status: 'idle' })
  }
}

/** Reads the new session only for an app that wants it. A failure is not the sign-in's: the next visit reads it again. */
async function reportNewSession(context: SignInContext, current: SiwxAccount): Promise<void> {
  const { account, options, reportSession, siwx } = context
  if (options.onSession === undefined) return
  const sessions = await siwx.getSessions(current).catch(() => [])
  if (isSame(current, account())) reportSession(sessions[0] ?? null)
}

async function reportFailure(context: SignInContext, current: SiwxAccount, error: unknown) {
  const { account, chain, messages, modal, toasts } = context
  emitSignInError(context, current, error)
  if (!isSame(current, account())) return
  if (!modal.getState().isOpen) modal.open('SIWXSignMessage')
  const isContract = () => chain.isContract(current.address, current.chainId)
  toasts.show('error', await signInFailureText(error, messages, isContract))
}

async function cancel(context: SignInContext): Promise<void> {
  const { account, connections, events, messages, router, siwx, store, toasts } = context
  const current = account()
  if (current !== null) {
    const properties = { network: toCaipNetworkId(current.chainId) }
    events.emit({ event: 'CLICK_CANCEL_SIWX', properties })
  }
  if (!siwx.isRequired) return decline(context, current)
  store.setState({ status: 'cancelling' })
  try {
    await connections.disconnect()
    router.reset('Connect')
  } catch {
    toasts.show('error', messages.notDisconnected)
  } finally {
    store.setState({ status: 'idle' })
  }
}

function decline({ modal, persistence, store }: SignInContext, account: SiwxAccount | null): void {
  store.setState({ isMissing: false })
  persistence.write(DECLINED_KEY, account?.address)
  modal.close()
}

/** Returns the account to sign in: the connected one, on a network of the app. */
export function siwxAccountOf(state: {
  connection: Connection
  networks: readonly { id: number }[]
}): SiwxAccount | null {
  const { status, address, chainId } = state.connection
  if (status !== 'connected' || address === null || chainId === null) return null
  return state.networks.some(({ id }) => id === chainId) ? { address, chainId } : null
}

function isSame(one: SiwxAccount, other: SiwxAccount | null): boolean {
  return one.address === other?.address && one.chainId === other.chainId
}
