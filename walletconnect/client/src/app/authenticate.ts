import { sessionOf } from '../auth/authenticated-session.ts'
import { type AuthPayload, type Cacao, isAuthenticateResult, readIssuer } from '../auth/cacao.ts'
import { writeRecap } from '../auth/recap.ts'
import { writeSignInMessage } from '../auth/sign-in-message.ts'
import { isSignedByKey } from '../auth/verify-cacao.ts'
import { hashKey } from '../crypto/hash.ts'
import type { Peer } from '../peer/peer.ts'
import { type Metadata, messageLinkOf, type Party } from '../protocol/parties.ts'
import type { Session } from '../session/session.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import type { PageLock } from './page-lock.ts'
import type { PendingConnection, Proposals } from './proposals.ts'
import { awaitLogin, forgetLogin, type SentLogin, storedLogins, storeLogin } from './sent-logins.ts'
import { toPromise } from './stored-outcome.ts'

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
  /** ISO 8601, like `expiresAt`. */
  notBefore?: string
  expiresAt?: string
  /** The universal link of a wallet on the same phone that takes messages in links: the relay is not used then. */
  walletLink?: string
  /** Checks the signature of a contract account. By default, such signatures are refused. */
  verifyContractSignature?: (cacao: Cacao) => Promise<boolean>
}

/** Message that an account has signed to log in: the text of EIP-4361, for servers that check it. */
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
  /** Empty when the wallet does not know this method: the session was opened as with `connect`. */
  cacaos: readonly Cacao[]
  /** The same, as texts with signatures. */
  logins: readonly SignedLogin[]
}

export type PendingAuthentication = Omit<PendingConnection, 'pairingTopic' | 'session'> & {
  authenticated: Promise<Authenticated>
}

export type AuthenticateDeps = {
  peer: Peer
  proposals: Proposals
  metadata: Metadata
  page: PageLock
}

/** Requests a login. A wallet that does not know the method gets the proposal of a session instead. */
export async function authenticate(
  deps: AuthenticateDeps,
  request: AuthenticateRequest,
): Promise<PendingAuthentication> {
  const { peer, proposals, metadata, page } = deps
  const connection = await proposals.create({
    optionalNamespaces: proposedBy(request),
    firstMethods: ['wc_sessionAuthenticate'],
  })
  const { uri, pairingTopic, expiryMs, cancel } = connection
  const isLinked = request.walletLink !== undefined && canUseLinks(peer, metadata)
  const login: SentLogin = {
    id: peer.messenger.newId(),
    pairingTopic,
    expiryMs,
    isLinked,
    pageId: page.id,
    publicKey: await peer.keyChain.createKeyPair(),
    authPayload: toPayload(request, peer.nowMs()),
  }
  await storeLogin(peer, login)
  const { response } = await awaitLogin(peer, login)
  const loginSent = sendLogin(deps, login, isLinked ? request.walletLink : undefined)
  const connected = connection.session.then((session) => ({ session, cacaos: [], logins: [] }))
  const signedIn = response.then(
    (result) => acceptLogin(deps, login, { ...request, result }),
    (error: unknown) => {
      if (isUnknownMethod(error)) return connected
      throw error
    },
  )
  const authenticated = firstOf(isLinked ? [signedIn] : [signedIn, connected], async () => {
    // A later page continues with it.
    if (peer.relay.isStopped) return
    await forgetLogin(peer, login)
    await cancel()
  })
  const sent = isLinked ? loginSent : Promise.all([connection.sent, loginSent]).then(() => {})
  for (const each of [signedIn, connected, authenticated, sent]) each.catch(() => undefined)
  return { uri, expiryMs, sent, authenticated, cancel }
}

/**
 * Continues with the logins of pages that are gone. Their sessions open, but no one checks the logins any more: the user
 * signs in again where the app needs it.
 */
export async function resumeLogins(
  deps: AuthenticateDeps,
  onSettled: (session: Session) => void,
): Promise<void> {
  const { peer, page } = deps
  for (const login of await storedLogins(peer)) {
    // Another tab of the site awaits it.
    if (await page.isHeld(login.pageId)) continue
    void resumeLogin(deps, login, onSettled)
  }
}

async function resumeLogin(
  deps: AuthenticateDeps,
  stored: SentLogin,
  onSettled: (session: Session) => void,
): Promise<void> {
  const { peer, proposals, page } = deps
  const login = { ...stored, pageId: page.id }
  const { response } = login.outcome
    ? { response: toPromise(login.outcome) }
    : await awaitLogin(peer, login)
  response.catch(() => undefined)
  await storeLogin(peer, login)
  try {
    const verifyContractSignature = () => Promise.resolve(true)
    const result = await response
    const { session } = await acceptLogin(deps, login, { result, verifyContractSignature })
    onSettled(session)
    await proposals.cancel(login.pairingTopic)
  } catch (error) {
    // A later page continues with it.
    if (peer.relay.isStopped) return
    if (!isUnknownMethod(error)) await proposals.cancel(login.pairingTopic)
  }
  await forgetLogin(peer, login)
}

/** Sends a login through the relay, or in a link to a wallet on the same phone. */
async function sendLogin(
  { peer: { messenger }, metadata }: AuthenticateDeps,
  { id, pairingTopic, publicKey, authPayload, expiryMs }: SentLogin,
  walletLink: string | undefined,
): Promise<void> {
  const requester: Party = { publicKey, metadata }
  const params = { authPayload, requester, expiryTimestamp: Math.floor(expiryMs / 1_000) }
  const sending = { id, topic: pairingTopic, method: 'wc_sessionAuthenticate' as const, params }
  if (walletLink !== undefined) return messenger.sendInClear(walletLink, sending)
  try {
    await messenger.send({ ...sending, expiryMs })
  } catch (cause) {
    messenger.responses.cancel(
      id,
      new WalletConnectError(CODES.relayFailed, 'Not sent.', { cause }),
    )
    throw cause
  }
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

type LoginResponse = Pick<AuthenticateRequest, 'verifyContractSignature'> & { result: unknown }

async function acceptLogin(
  { peer, metadata }: AuthenticateDeps,
  { publicKey, pairingTopic, authPayload, isLinked }: SentLogin,
  { result, verifyContractSignature }: LoginResponse,
): Promise<Authenticated> {
  const { keyChain, relay, sessions, nowMs } = peer
  if (!isAuthenticateResult(result) || result.cacaos.length === 0) throw invalid()
  const { cacaos, responder } = result
  for (const cacao of cacaos) {
    if (!isFor(cacao, authPayload)) throw invalid()
    const isSigned = isSignedByKey(cacao) || ((await verifyContractSignature?.(cacao)) ?? false)
    if (!isSigned) throw invalid()
  }
  const symKey = await keyChain.sharedKey(publicKey, responder.publicKey)
  if (symKey === undefined) throw invalid()
  const session = sessionOf({
    topic: await hashKey(symKey),
    pairingTopic,
    responder,
    cacaos,
    nowMs: nowMs(),
    self: { publicKey, metadata },
    peer: responder,
    messageLink: isLinked ? messageLinkOf(responder.metadata) : undefined,
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

/** Returns whether a login is the requested one, not one that was signed for another page or time. */
function isFor({ p }: Cacao, { domain, aud, nonce, chains }: AuthPayload): boolean {
  const isOnChain = chains.some((chain) => p.iss.startsWith(`did:pkh:${chain}:`))
  return p.domain === domain && p.aud === aud && p.nonce === nonce && isOnChain
}

function toPayload(request: AuthenticateRequest, nowMs: number): AuthPayload {
  const { chains, domain, uri, nonce, statement, resources = [], methods } = request
  const { requestId, notBefore, expiresAt } = request
  return {
    domain,
    aud: uri,
    nonce,
    version: '1',
    chains: [...chains],
    iat: new Date(nowMs).toISOString(),
    resources: [...resources, writeRecap(methods, chains)],
    ...(statement !== undefined && { statement }),
    ...(requestId !== undefined && { requestId }),
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...(expiresAt !== undefined && { exp: expiresAt }),
  }
}

/** Returns whether this app sends links, and receives them. */
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
