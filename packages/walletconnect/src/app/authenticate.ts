import { hexToBytes } from '@noble/hashes/utils'
import { sessionOf } from '../auth/authenticated-session.ts'
import { type AuthPayload, type Cacao, isAuthenticateResult, readIssuer } from '../auth/cacao.ts'
import { writeRecap } from '../auth/recap.ts'
import { writeSignInMessage } from '../auth/sign-in-message.ts'
import { isSignedByKey } from '../auth/verify-cacao.ts'
import { hashKey } from '../crypto/bytes.ts'
import { CODES, WalletConnectError } from '../errors/walletconnect-error.ts'
import type { Peer } from '../peer/peer.ts'
import { type Metadata, messageLinkOf } from '../protocol/parties.ts'
import type { Session } from '../session/session.ts'
import type { PendingConnection, Proposals } from './proposals.ts'

/** A login together with a session, in one step (one-click sign-in). */
export type AuthenticateRequest = {
  /** CAIP-2, the preferred one first. */
  chains: readonly string[]
  domain: string
  /** The page that the user signs in to. */
  uri: string
  nonce: string
  statement?: string
  resources?: readonly string[]
  /** Methods that the app may use in the session. */
  methods: readonly string[]
  requestId?: string
  /** ISO 8601, as the next one. */
  notBefore?: string
  expiresAt?: string
  /** The universal link of a wallet on the same phone that takes messages in links: the relay is not used then. */
  walletLink?: string
  /** Checks the signature of an account without a key: a contract's. By default there are none. */
  verifyContractSignature?: (cacao: Cacao) => Promise<boolean>
}

/** What an account has signed to log in: the text of EIP-4361, for servers that check it. */
export type SignedLogin = {
  /** CAIP-2. */
  chain: string
  address: string
  message: string
  signature: string
}

/** A session, and the logins that came with it. */
type Authenticated = {
  session: Session
  /** Empty when the wallet does not know this method: the session was opened as by `connect`. */
  cacaos: readonly Cacao[]
  /** The same, as texts with signatures. */
  logins: readonly SignedLogin[]
}

export type PendingAuthentication = Omit<PendingConnection, 'pairingTopic' | 'session'> & {
  authenticated: Promise<Authenticated>
}

type Deps = { peer: Peer; proposals: Proposals; metadata: Metadata }

/** Requests a login. A wallet that does not know the method gets the proposal of a session instead. */
export async function authenticate(
  { peer, proposals, metadata }: Deps,
  request: AuthenticateRequest,
): Promise<PendingAuthentication> {
  const { keyChain, messenger, publicKeys, relay } = peer
  const connection = await proposals.create({
    optionalNamespaces: proposedBy(request),
    firstMethods: ['wc_sessionAuthenticate'],
  })
  const { uri, pairingTopic, expiryMs, cancel } = connection
  const publicKey = await keyChain.createKeyPair()
  const responseTopic = hashKey(hexToBytes(publicKey))
  publicKeys.set(responseTopic, publicKey)
  relay.subscribe([responseTopic]).catch(() => undefined)
  const authPayload = toPayload(request, peer.nowMs())
  const requester = { publicKey, metadata }
  const isLinked = request.walletLink !== undefined && canUseLinks(peer, metadata)
  const login = sendLogin(peer, {
    topics: [pairingTopic, responseTopic],
    params: { authPayload, requester, expiryTimestamp: Math.floor(expiryMs / 1_000) },
    expiryMs,
    walletLink: isLinked ? request.walletLink : undefined,
  })
  const connected = connection.session.then((session) => ({ session, cacaos: [], logins: [] }))
  const signedIn = login.response.then(
    (result) => accept(peer, { result, requester, pairingTopic, authPayload, request }),
    (error: unknown) => {
      if (isUnknownMethod(error)) return connected
      throw error
    },
  )
  const authenticated = firstOf(isLinked ? [signedIn] : [signedIn, connected], async () => {
    messenger.cancel(login.id, new WalletConnectError(CODES.rejected, 'Another way was used.'))
    publicKeys.delete(responseTopic)
    await relay.unsubscribe(responseTopic)
    await cancel()
  })
  const sent = isLinked ? login.sent : Promise.all([connection.sent, login.sent]).then(() => {})
  for (const each of [signedIn, connected, authenticated, sent]) each.catch(() => undefined)
  return { uri, expiryMs, sent, authenticated, cancel }
}

type LoginToSend = {
  /** The pairing's topic, and that of the response. */
  topics: [pairingTopic: string, responseTopic: string]
  params: unknown
  expiryMs: number
  walletLink: string | undefined
}

function sendLogin({ messenger }: Peer, { topics, params, expiryMs, walletLink }: LoginToSend) {
  const id = messenger.newId()
  const response = messenger.response({ id, topics, expiryMs })
  const sending = { id, topic: topics[0], method: 'wc_sessionAuthenticate' as const, params }
  if (walletLink !== undefined) {
    messenger.sendInClear(walletLink, sending)
    return { id, response, sent: Promise.resolve() }
  }
  const sent = messenger.send({ ...sending, expiryMs })
  sent.catch((cause: unknown) => {
    messenger.cancel(id, new WalletConnectError(CODES.relayFailed, 'Not sent.', { cause }))
  })
  return { id, response, sent }
}

function proposedBy({ chains, methods }: AuthenticateRequest) {
  const events = ['chainChanged', 'accountsChanged']
  return { eip155: { chains: [...chains], methods: [...methods], events } }
}

async function firstOf<T>(ways: readonly Promise<T>[], finish: () => Promise<void>): Promise<T> {
  try {
    return await Promise.race(ways)
  } finally {
    await finish()
  }
}

type Response = {
  result: unknown
  requester: { publicKey: string; metadata: Metadata }
  pairingTopic: string
  authPayload: AuthPayload
  request: AuthenticateRequest
}

async function accept(peer: Peer, response: Response): Promise<Authenticated> {
  const { result, requester, pairingTopic, authPayload, request } = response
  const { keyChain, relay, sessions, nowMs } = peer
  if (!isAuthenticateResult(result) || result.cacaos.length === 0) throw invalid()
  const { cacaos, responder } = result
  for (const cacao of cacaos) {
    if (!isFor(cacao, authPayload)) throw invalid()
    const isSigned =
      isSignedByKey(cacao) || ((await request.verifyContractSignature?.(cacao)) ?? false)
    if (!isSigned) throw invalid()
  }
  const symKey = await keyChain.sharedKey(requester.publicKey, responder.publicKey)
  if (symKey === undefined) throw invalid()
  const session = sessionOf({
    ...{ topic: hashKey(symKey), pairingTopic, responder, cacaos, nowMs: nowMs() },
    ...{ self: requester, peer: responder },
    messageLink:
      request.walletLink !== undefined && canUseLinks(peer, requester.metadata)
        ? messageLinkOf(responder.metadata)
        : undefined,
  })
  if (session === undefined) throw invalid()
  await keyChain.addSymKey(symKey)
  await sessions.set(session)
  relay.subscribe([session.topic]).catch(() => undefined)
  return { session, cacaos, logins: cacaos.map(toLogin) }
}

function toLogin({ p, s }: Cacao): SignedLogin {
  const { chain = '', address = '' } = readIssuer(p.iss) ?? {}
  return { chain, address, message: writeSignInMessage(p), signature: s.s }
}

/** Whether a login is the requested one, not one that was signed for another page or time. */
function isFor({ p }: Cacao, { domain, aud, nonce, chains }: AuthPayload): boolean {
  const isOnChain = chains.some((chain) => p.iss.startsWith(`did:pkh:${chain}:`))
  return p.domain === domain && p.aud === aud && p.nonce === nonce && isOnChain
}

function toPayload(request: AuthenticateRequest, nowMs: number): AuthPayload {
  const { chains, domain, uri, nonce, statement, resources = [], methods } = request
  const { requestId, notBefore, expiresAt } = request
  return {
    ...{ domain, aud: uri, nonce, version: '1', chains: [...chains] },
    iat: new Date(nowMs).toISOString(),
    resources: [...resources, writeRecap(methods, chains)],
    ...(statement !== undefined && { statement }),
    ...(requestId !== undefined && { requestId }),
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...(expiresAt !== undefined && { exp: expiresAt }),
  }
}

/** Whether this app sends links, and receives them. */
function canUseLinks({ canOpenLinks }: Peer, metadata: Metadata): boolean {
  return canOpenLinks && messageLinkOf(metadata) !== undefined
}

/** A wallet without logins: it gets to the proposal next. */
function isUnknownMethod(error: unknown): boolean {
  return error instanceof WalletConnectError && error.code === CODES.unknownMethod
}

function invalid(): WalletConnectError {
  return new WalletConnectError(CODES.settlementFailed, 'The wallet sent no valid login.')
}
