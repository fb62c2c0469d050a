import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** Accounts by what they do; null for none. */
export type Roles = Readonly<Record<string, Address | null>>

/** Returns the address of a key; null for none. */
export function addressOf(key: string | undefined): Address | null {
  return key ? privateKeyToAddress(key as Hex) : null
}

/** Returns a sentence for each account that has two roles: two senders of one account use up each other's nonces. */
export function keyConflicts(roles: Roles): readonly string[] {
  const known = Object.entries(roles).flatMap(([role, address]) =>
    address === null ? [] : [{ role, address: address.toLowerCase() }],
  )
  return [...Map.groupBy(known, ({ address }) => address)].flatMap(([address, users]) => {
    const [first, second] = users
    if (first === undefined || second === undefined) return []
    return [`${first.role} and ${second.role} are the same account, ${address}: use two keys.`]
  })
}
