import { LIFETIMES_MS } from '../protocol/methods.ts'
import type { Party } from '../protocol/parties.ts'
import type { Session } from '../session/session.ts'
import { type Cacao, readIssuer } from './cacao.ts'
import { readRecap } from './recap.ts'

export type SessionParts = {
  topic: string
  pairingTopic: string
  /** The wallet, which controls the session. */
  responder: Party
  self: Party
  peer: Party
  cacaos: readonly Cacao[]
  nowMs: number
  /** The peer's universal link, when the login came in a link. */
  messageLink: string | undefined
}

/** Returns the session that logins also open, or `undefined` when they allow no methods. */
export function sessionOf(parts: SessionParts): Session | undefined {
  const recaps = parts.cacaos.map(({ p }) => readRecap(p.resources))
  const methods = [...new Set(recaps.flatMap((recap) => recap.methods))]
  const accounts = parts.cacaos.flatMap(({ p }) => {
    const { chain, address } = readIssuer(p.iss) ?? {}
    if (chain === undefined) return []
    return [chain, ...readRecap(p.resources).chains].map((each) => `${each}:${address}`)
  })
  if (methods.length === 0 || accounts.length === 0) return undefined
  const { topic, pairingTopic, responder, self, peer, nowMs, messageLink } = parts
  const events = ['chainChanged', 'accountsChanged']
  return {
    topic,
    pairingTopic,
    self,
    peer,
    isAcknowledged: true,
    lastIds: {},
    controller: responder.publicKey,
    namespaces: { eip155: { accounts: [...new Set(accounts)], methods, events } },
    requiredNamespaces: {},
    expiryMs: nowMs + LIFETIMES_MS.session,
    ...(messageLink !== undefined && { messageLink }),
  }
}
