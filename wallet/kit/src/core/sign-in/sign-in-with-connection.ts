import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address, Hex } from 'viem'
import type { ChainAccess } from '#core/chain-access.ts'
import type { ConnectionSignIn, SignedWithConnection } from '#core/connect/connections.ts'
import type { Kit } from '#core/kit.ts'
import { emitSignInError, signInFailureText } from './sign-in-failure.ts'
import type { SignInMessages } from './sign-in-messages.ts'
import type { Siwx, SiwxRequest } from './siwx.ts'

/** A pairing link does not wait longer for a nonce: users then sign in after they have connected. */
const START_TIMEOUT_MS = 5_000

type Deps = Pick<Kit, 'events' | 'toasts'> & {
  siwx: Siwx
  chain: Pick<ChainAccess, 'isContract'>
  messages: SignInMessages
}

/** Starts a sign-in that a wallet can sign while the user approves the connection; `undefined` without one. */
export async function createConnectionSignIn(deps: Deps): Promise<ConnectionSignIn | undefined> {
  const fields = await withinTime(deps.siwx.createRequest?.())
  if (fields === undefined) return undefined
  const { issuedAt: _issuedAt, version: _version, expirationTime, ...rest } = fields
  return {
    ...rest,
    ...(expirationTime !== undefined && { expiresAt: expirationTime }),
    onSigned: (signed) => addSession(deps, fields, signed),
  }
}

/** A failure is no reason not to connect: the check that follows reports it. */
async function withinTime(request: Promise<SiwxRequest> | undefined) {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, START_TIMEOUT_MS)
  try {
    return await Promise.race([request, timeout])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The account is connected in any case. Without a session, the view for signing in opens next. */
async function addSession(
  { chain, events, messages, siwx, toasts }: Deps,
  fields: SiwxRequest,
  { address, chainId, message, signature }: SignedWithConnection,
): Promise<void> {
  // The wallet's client has checked address and signature, except of contracts, which fail below.
  const account = { address: address as Address, chainId }
  toasts.show('loading', messages.authenticating)
  try {
    const signed = { ...fields, chainId, accountAddress: account.address }
    await siwx.addSession({ fields: signed, text: message, signature: signature as Hex })
    toasts.hide()
    const properties = { network: toCaipNetworkId(chainId) }
    events.emit({ event: 'SIWX_AUTH_SUCCESS', properties })
  } catch (error) {
    emitSignInError({ events }, account, error)
    const isContract = () => chain.isContract(account.address, chainId)
    toasts.show('error', await signInFailureText(error, messages, isContract))
  }
}
