import { isParty } from '../protocol/parties.ts'
import { isInteger, isText, listOf, objectOf, optional, type ShapeOf } from '../shape.ts'

const texts = {
  domain: isText,
  aud: isText,
  version: isText,
  nonce: isText,
  iat: isText,
  nbf: optional(isText),
  exp: optional(isText),
  statement: optional(isText),
  requestId: optional(isText),
  resources: optional(listOf(isText)),
}

export const isAuthPayload = objectOf({ ...texts, chains: listOf(isText) })
/** Parameters of the message that an app asks the user to sign (CAIP-122). */
export type AuthPayload = ShapeOf<typeof isAuthPayload>

/** wc_sessionAuthenticate. */
export const isAuthenticate = objectOf({
  authPayload: isAuthPayload,
  requester: isParty,
  expiryTimestamp: optional(isInteger),
})

const isCacao = objectOf({
  h: objectOf({ t: isText }),
  p: objectOf({ ...texts, iss: isText }),
  s: objectOf({ t: isText, s: isText }),
})
/** A signed login (CAIP-74): its account, the signed fields, and the signature. */
export type Cacao = ShapeOf<typeof isCacao>

/** The response to wc_sessionAuthenticate. */
export const isAuthenticateResult = objectOf({ cacaos: listOf(isCacao), responder: isParty })

const ISSUER = /^did:pkh:([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

/** Returns the account of an issuer `did:pkh:eip155:56:0x…`, or `undefined` when it is malformed. */
export function readIssuer(iss: string): { chain: string; address: string } | undefined {
  const [, chain, address] = ISSUER.exec(iss) ?? []
  return chain === undefined || address === undefined ? undefined : { chain, address }
}

/** Returns a login as it travels. */
export function toCacao(payload: AuthPayload, account: string, signature: string): Cacao {
  const { chains: _chains, ...signed } = payload
  return {
    h: { t: 'caip122' },
    p: { ...signed, iss: `did:pkh:${account}` },
    s: { t: 'eip191', s: signature },
  }
}
