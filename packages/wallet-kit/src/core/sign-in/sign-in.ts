import { toCaipNetworkId } from '@bullring/wire/caip-fields'
import type { ChainAccess } from '#core/chain-access.ts'
import type { Connection } from '#core/connect/connections.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { Kit } from '#core/kit.ts'
import { messagesOf } from '#core/messages.ts'
import { CONNECT_VIEWS } from '#core/modal/connect-views.ts'
import { createStore, type Store } from '#core/store.ts'
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts'
import { SignatureRejectedError } from './signature-rejected.ts'
import type { Siwx, SiwxAccount } from './siwx.ts'

/** Keeps the address that would rather not sign in, where that is a choice: it is asked once. */
const DECLINED_KEY = 'siwx-declined'

type SignInState = {
  status: 'idle' | 'signing' | 'cancelling'
  /** True from the moment that an account without a session is known until it has one, or is gone. */
  isMissing: boolean
}

/** Sign-in with the connected wallet (spec, section 4, "Sign-in with wallet"). */
export type SignIn = Store<SignInState> & {
  isRequired: boolean
  /** Looks for a session of the connected account and asks for a signature when there is none. */
  check: () => Promise<void>
  /** Asks the wallet for the signature. Never throws: failures are told by a toast. */
  sign: () => Promise<void>
  /** The visitor will not sign: disconnects when signing in is required, else closes. */
  cancel: () => Promise<void>
  /** Signs `account` out. Never throws. */
  signOut: (account: SiwxAccount) => Promise<void>
}

type SignInParts = Pick<
  Kit,
  'connections' | 'events' | 'modal' | 'options' | 'persistence' | 'router' | 'toasts'
> & {
  siwx: Siwx
  chain: Pick<ChainAccess, 'signMessage' | 'isContract'>
}

export function createSignIn(parts: SignInParts): SignIn {
  const { connections, modal, router, toasts, events, persistence, siwx, chain } = parts
  const messages = messagesOf(SIGN_IN_MESSAGES, parts.options.messages['signIn'])
  const store = createStore<SignInState>({ status: 'idle', isMissing: false })
  const account = () => siwxAccountOf(connections.getState())
  const emitError = (error: unknown, { chainId }: SiwxAccount) => {
    const properties = {
      network: toCaipNetworkId(chainId),
      message: classifyFailure(error).message,
    }
    events.emit({ event: 'SIWX_AUTH_ERROR', properties })
  }
  const giveUp = async (error: unknown, current: SiwxAccount) => {
    emitError(error, current)
    await connections.disconnect().catch(() => undefined)
    modal.open('Connect')
    toasts.show('error', messages.unknown)
  }
  const hasDeclined = ({ address }: SiwxAccount) =>
    !siwx.isRequired && persistence.read(DECLINED_KEY) === address
  return {
    ...store,
    isRequired: siwx.isRequired,
    check: async () => {
      const current = account()
      if (current === null) return store.setState({ isMissing: false })
      try {
        const sessions = await siwx.getSessions(current)
        if (!isSame(current, account())) return
        store.setState({ isMissing: sessions.length === 0 })
        const isSettled = sessions.length > 0 || hasDeclined(current)
        if (!isSettled) modal.open('SIWXSignMessage')
        else if (CONNECT_VIEWS.has(router.current().view)) modal.close()
      } catch (error) {
        if (isSame(current, account())) await giveUp(error, current)
      }
    },
    sign: async () => {
      const current = account()
      if (current === null || store.getState().status !== 'idle') return
      store.setState({ status: 'signing' })
      try {
        const message = await siwx.createMessage(current)
        const signature = await chain.signMessage(message.text, current.address)
        await siwx.addSession({ ...message, signature })
        // Another account may be connected by now: it has its own check.
        if (!isSame(current, account())) return
        store.setState({ isMissing: false })
        modal.close()
        events.emit({
          event: 'SIWX_AUTH_SUCCESS',
          properties: { network: toCaipNetworkId(current.chainId) },
        })
      } catch (error) {
        emitError(error, current)
        if (!isSame(current, account())) return
        if (!modal.getState().isOpen) modal.open('SIWXSignMessage')
        toasts.show(
          'error',
          await signInErrorText(error, messages, () =>
            chain.isContract(current.address, current.chainId),
          ),
        )
      } finally {
        store.setState({ status: 'idle' })
      }
    },
    cancel: async () => {
      const current = account()
      if (current !== null) {
        const properties = { network: toCaipNetworkId(current.chainId) }
        events.emit({ event: 'CLICK_CANCEL_SIWX', properties })
      }
      if (!siwx.isRequired) {
        store.setState({ isMissing: false })
        persistence.write(DECLINED_KEY, current?.address)
        modal.close()
        return
      }
      store.setState({ status: 'cancelling' })
      try {
        await connections.disconnect()
        router.reset('Connect')
      } catch {
        toasts.show('error', messages.notDisconnected)
      } finally {
        store.setState({ status: 'idle' })
      }
    },
    signOut: async (gone) => {
      persistence.remove(DECLINED_KEY)
      // Signed out here in any case; a server that cannot be reached lets the session run out.
      await siwx.revokeSession(gone).catch(() => undefined)
    },
  }
}

/** The connected account on a network of the app: no other is asked to sign in. */
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

/** What a visitor reads when signing in has failed, by its cause. */
async function signInErrorText(
  error: unknown,
  messages: Readonly<Record<keyof typeof SIGN_IN_MESSAGES, string>>,
  askIsContract: () => Promise<boolean>,
): Promise<string> {
  const { kind, message } = classifyFailure(error)
  if (kind === 'rejected') return messages.declined
  const isContract =
    error instanceof SignatureRejectedError && (await askIsContract().catch(() => false))
  return isContract ? messages.smartAccount : message || messages.unknownError
}
