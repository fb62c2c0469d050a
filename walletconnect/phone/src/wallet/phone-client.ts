import type { createWalletClient } from '@bullring/walletconnect/wallet'

/** The WalletConnect client of this wallet, and what it hands out. */
export type PhoneClient = Awaited<ReturnType<typeof createWalletClient>>
export type Session = ReturnType<PhoneClient['sessions']>[number]
export type Proposal = ReturnType<PhoneClient['proposals']>[number]
export type PendingRequest = ReturnType<PhoneClient['requests']>[number]
export type Login = ReturnType<PhoneClient['logins']>[number]
export type Namespaces = Parameters<PhoneClient['approve']>[0]['namespaces']
export type RequestKey = Parameters<PhoneClient['respond']>[0]
export type Outcome = Parameters<PhoneClient['respond']>[1]

/** Returns the key of a request: apps choose the ids, and two sessions may have the same one. */
export function writeRequestKey({ topic, id }: RequestKey): string {
  return `${topic}:${id}`
}
