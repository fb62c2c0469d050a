import type { Address, Hex } from 'viem'

/** An account on a network, as sign-in knows it. */
export type SiwxAccount = { address: Address; chainId: number }

/** Fields of a sign-in message (EIP-4361; spec, section 3). Times are ISO 8601. */
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

/** A message with the fields it was made of. */
export type SiwxMessage = { fields: SiwxFields; text: string }

/** A message and what the wallet signed it with. */
export type SignedSiwxMessage = SiwxMessage & { signature: Hex }

/** A sign-in that is good now. */
export type SiwxSession = SiwxAccount & { expiresAt: string | null }

/** Where sign-ins are kept and how their messages are made. */
export type Siwx = {
  /** True when nobody may stay connected without having signed in. */
  isRequired: boolean
  createMessage: (account: SiwxAccount) => Promise<SiwxMessage>
  /** @throws when the signature does not fit the message. */
  addSession: (signed: SignedSiwxMessage) => Promise<void>
  /** Sessions of exactly this account on this network. */
  getSessions: (account: SiwxAccount) => Promise<readonly SiwxSession[]>
  /** Signs out. Without a session it does nothing. */
  revokeSession: (account: SiwxAccount) => Promise<void>
}

/** What an app says about sign-in when it leaves the keeping to the kit. */
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
