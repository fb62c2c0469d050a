import { keccak256, stringToBytes } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import type { Channel } from './channels.ts'

/** Someone with a Farcaster account on this machine. */
export type LocalFarcasterUser = { userName: string; fid: number; account: PrivateKeyAccount }

/** Returns the account of a name: always the same key and id. */
export function localFarcasterUser(userName: string): LocalFarcasterUser {
  const key = keccak256(stringToBytes(`bullring local farcaster|${userName}`))
  // Small enough for a JSON number.
  const fid = 1 + Number.parseInt(keccak256(key).slice(2, 13), 16)
  return { userName, fid, account: privateKeyToAccount(key) }
}

/** Returns what a phone signs for a channel (FIP-11). */
export function farcasterMessage(
  { request }: Channel,
  { fid, account }: LocalFarcasterUser,
  issuedAt: Date,
): string {
  return createSiweMessage({
    address: account.address,
    chainId: 10,
    domain: request.domain,
    uri: request.siweUri,
    nonce: request.nonce,
    version: '1',
    statement: 'Farcaster Auth',
    issuedAt,
    ...(request.expirationTime && { expirationTime: new Date(request.expirationTime) }),
    resources: [`farcaster://fid/${fid}`],
  })
}
