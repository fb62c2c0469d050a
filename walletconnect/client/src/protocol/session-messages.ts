import { isNamespaces, isProposedNamespaces } from '../session/namespaces.ts'
import {
  isAnything,
  isInteger,
  isText,
  listOf,
  objectOf,
  optional,
  recordOf,
  type ShapeOf,
} from '../shape.ts'
import { isKey, isParty, isRelayProtocol } from './parties.ts'

/** wc_sessionPropose. Times of the protocol are in seconds. */
export const isPropose = objectOf({
  requiredNamespaces: isProposedNamespaces,
  optionalNamespaces: optional(isProposedNamespaces),
  relays: listOf(isRelayProtocol),
  proposer: isParty,
  sessionProperties: optional(recordOf(isText)),
  expiryTimestamp: optional(isInteger),
})
export type Propose = ShapeOf<typeof isPropose>

/** The response to wc_sessionPropose. */
export const isProposeResult = objectOf({ responderPublicKey: isKey })

/** wc_sessionSettle. */
export const isSettle = objectOf({
  relay: isRelayProtocol,
  controller: isParty,
  namespaces: isNamespaces,
  expiry: isInteger,
  sessionProperties: optional(recordOf(isText)),
})

/** wc_sessionUpdate. */
export const isUpdate = objectOf({ namespaces: isNamespaces })

/** wc_sessionExtend: of some clients with a time, otherwise for the longest one. */
export const isExtend = objectOf({ expiry: optional(isInteger) })

/** wc_sessionRequest. */
export const isSessionRequest = objectOf({
  request: objectOf({ method: isText, params: isAnything, expiryTimestamp: optional(isInteger) }),
  chainId: isText,
})

/** wc_sessionEvent. */
export const isSessionEvent = objectOf({
  event: objectOf({ name: isText, data: isAnything }),
  chainId: isText,
})
