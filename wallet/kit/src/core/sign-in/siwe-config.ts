import type { Address, Hex } from 'viem'
import { SignatureRejectedError } from './signature-rejected-error.ts'
import type { Siwx } from './siwx.ts'
import type { Page } from './siwx-message.ts'

/** Sign-in by an app's own server, in the older of the two forms (R-OPTIONS-2). */
export type SiweConfig = {
  /** False turns sign-in off. */
  enabled?: boolean
  /** True by default. */
  required?: boolean
  getNonce: (address: Address) => Promise<string>
  createMessage: (fields: SiweFields) => string
  /** True when the server has accepted the signature and stored a session. */
  verifyMessage: (signed: { message: string; signature: Hex }) => Promise<boolean>
  getSession: () => Promise<{ address: string; chainId: number } | null>
  signOut: () => Promise<boolean>
}

/** Arguments of `createMessage`. `address` is the plain one, without a CAIP-10 prefix. */
type SiweFields = {
  address: Address
  chainId: number
  nonce: string
  version: '1'
  iat: string
  domain: string
  uri: string
}

/** Adapts a `SiweConfig` to the `Siwx` interface. */
export function siwxOf(config: SiweConfig, page: () => Page, now = Date.now): Siwx {
  return {
    isRequired: config.required ?? true,
    createMessage: async ({ address, chainId }) => {
      const { host: domain, origin: uri } = page()
      const nonce = await config.getNonce(address)
      const issuedAt = new Date(now()).toISOString()
      const shared = { chainId, nonce, version: '1', domain, uri } as const
      const text = config.createMessage({ ...shared, address, iat: issuedAt })
      return { text, fields: { ...shared, accountAddress: address, issuedAt } }
    },
    addSession: async ({ text, signature }) => {
      if (!(await config.verifyMessage({ message: text, signature }))) {
        throw new SignatureRejectedError('The server did not accept the signature')
      }
    },
    getSessions: async ({ address, chainId }) => {
      const session = await config.getSession()
      const isThisAccount = session?.address.toLowerCase() === address.toLowerCase()
      return isThisAccount && session?.chainId === chainId
        ? [{ address, chainId, expiresAt: null }]
        : []
    },
    revokeSession: async () => {
      await config.signOut()
    },
  }
}
