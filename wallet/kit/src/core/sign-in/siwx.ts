import type { Address, Hex } from 'viem'

/** An account on a network. */
export type SiwxAccount = { address: Address; chainId: number }

/** Fields of a sign-in message (EIP-4361, R-SIGNIN-6). Times are ISO 8601. */
export type SiwxFields = {
  accountAddress: Address
  chainId: number
  domain: string
  uri: string
  version: '1'
  nonce: string
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
  statement?: string
}

/** Fields of a message to which the wallet adds its account. */
export type SiwxRequest = Omit<SiwxFields, 'accountAddress' | 'chainId'>

/** A message and its fields. */
export type SiwxMessage = { fields: SiwxFields; text: string }

/** A message and its signature. */
export type SignedSiwxMessage = SiwxMessage & { signature: Hex }

/** A valid sign-in. */
export type SiwxSession = SiwxAccount & {
  expiresAt: string | null
  /** Proves the sign-in to servers that share the wallet service's sessions; only `sessions: 'server'` has one. */
  token?: string
}

/** Creates sign-in messages and stores sessions. */
export type Siwx = {
  /** True when connecting requires signing in. */
  isRequired: boolean
  createMessage: (account: SiwxAccount) => Promise<SiwxMessage>
  /**
   * Starts a sign-in that a wallet can sign while it connects. Without this function, users sign in after they have
   * connected.
   */
  createRequest?: () => Promise<SiwxRequest>
  /** @throws when the signature does not match the message. */
  addSession: (signed: SignedSiwxMessage) => Promise<void>
  /** Sessions of exactly this account on this network. */
  getSessions: (account: SiwxAccount) => Promise<readonly SiwxSession[]>
  /** Signs out. Without a session it does nothing. */
  revokeSession: (account: SiwxAccount) => Promise<void>
}

/** Options of sign-in when the kit stores the sessions. */
export type SiwxOptions = {
  /** `local`: in the browser, for pages without a server. `server`: at the wallet service. */
  sessions: 'local' | 'server'
  /** True by default: cancelling disconnects. */
  isRequired?: boolean
  /** A sentence in the message. One line. */
  statement?: string
  /** Seven days by default. */
  lifetimeSeconds?: number
  requestId?: string
  resources?: readonly string[]
}
