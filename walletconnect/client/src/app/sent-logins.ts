import { hexToBytes } from '@noble/hashes/utils'
import { isAuthPayload } from '../auth/cacao.ts'
import { hashKey } from '../crypto/hash.ts'
import type { Peer } from '../peer/peer.ts'
import { isKey } from '../protocol/parties.ts'
import { isFlag, isInteger, isText, objectOf, optional, type ShapeOf } from '../shape.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { SENT_LOGIN } from './sent-login-key.ts'
import { isStoredOutcome } from './stored-outcome.ts'

const isSentLogin = objectOf({
  id: isInteger,
  pairingTopic: isKey,
  publicKey: isKey,
  authPayload: isAuthPayload,
  expiryMs: isInteger,
  /** Whether it was sent in a link. */
  isLinked: isFlag,
  /** The page that awaits the response. */
  pageId: isText,
  outcome: optional(isStoredOutcome),
})
/** A login that the wallet has not responded to, or whose response is not carried out yet. It outlives a reload. */
export type SentLogin = ShapeOf<typeof isSentLogin>

type Store = Pick<Peer, 'storage'>

export async function storeLogin({ storage }: Store, login: SentLogin): Promise<void> {
  await storage.set(keyOf(login), login)
}

export async function storedLogins({ storage }: Store): Promise<SentLogin[]> {
  const entries = await storage.entries(SENT_LOGIN)
  return entries.map(([, login]) => login).filter(isSentLogin)
}

/** Awaits the response and stores it first: it would be lost with this page otherwise. */
export async function awaitLogin(
  peer: Peer,
  login: SentLogin,
): Promise<{ response: Promise<unknown> }> {
  const { id, pairingTopic, publicKey, expiryMs } = login
  const responseTopic = await responseTopicOf(login)
  peer.publicKeys.set(responseTopic, publicKey)
  peer.relay.subscribe([responseTopic]).catch(() => undefined)
  const response = peer.messenger.responses.wait({
    id,
    topics: [pairingTopic, responseTopic],
    expiryMs,
    onOutcome: (outcome) => storeLogin(peer, { ...login, outcome }),
  })
  return { response }
}

export async function forgetLogin(peer: Peer, login: SentLogin): Promise<void> {
  const { messenger, publicKeys, relay, storage } = peer
  messenger.responses.cancel(
    login.id,
    new WalletConnectError(CODES.rejected, 'Another way was used.'),
  )
  const responseTopic = await responseTopicOf(login)
  publicKeys.delete(responseTopic)
  await storage.delete(keyOf(login))
  await relay.unsubscribe(responseTopic)
}

function keyOf({ id }: SentLogin): string {
  return `${SENT_LOGIN}${id}`
}

async function responseTopicOf({ publicKey }: SentLogin): Promise<string> {
  return await hashKey(hexToBytes(publicKey))
}
