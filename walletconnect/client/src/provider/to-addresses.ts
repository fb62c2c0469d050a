import { type Address, getAddress } from 'viem'

/** Returns the addresses in their checksum form. */
export function toAddresses(accounts: readonly string[]): Address[] {
  return accounts.map((account) => getAddress(account))
}
