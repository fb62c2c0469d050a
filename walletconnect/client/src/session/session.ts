import { isKey, isParty } from '../protocol/parties.ts'
import { isFlag, isInteger, isText, objectOf, optional, recordOf, type ShapeOf } from '../shape.ts'
import { isNamespaces, isProposedNamespaces } from './namespaces.ts'

export const isSession = objectOf({
  topic: isKey,
  pairingTopic: isText,
  /** The public key of the side that may change the session: the wallet. */
  controller: isKey,
  self: isParty,
  peer: isParty,
  namespaces: isNamespaces,
  requiredNamespaces: isProposedNamespaces,
  expiryMs: isInteger,
  /** Whether the app has confirmed it. */
  isAcknowledged: isFlag,
  /** The wallet's request that the app confirms. */
  settlement: optional(objectOf({ id: isInteger, expiryMs: isInteger })),
  /** The peer's universal link, when messages travel in links. */
  messageLink: optional(isText),
  sessionProperties: optional(recordOf(isText)),
  /** Ids of the last requests that changed it, by method: older ones are outdated. */
  lastIds: recordOf(isInteger),
})
/** Agreement of app and wallet. */
export type Session = ShapeOf<typeof isSession>
