import { NameSuggestions } from '@bullring/wallet-api/blockchain-api/name-suggestions'
import { NameZone } from '@bullring/wallet-api/blockchain-api/name-zone'
import { Profile, ProfileList } from '@bullring/wallet-api/blockchain-api/profile'
import {
  EVM_COIN_TYPE_OFFSET,
  RegisterNameResponse,
} from '@bullring/wallet-api/blockchain-api/register-name'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import type { Address, Hex } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { isNotOffered } from '#core/service/refusal.ts'
import { SDK_QUERY, type WalletService } from '#core/service/wallet-service.ts'

/** Fetches the domain below which names are registered; null where there are none. */
export async function getNameZone(service: WalletService, signal: AbortSignal) {
  const url = service.urlOf('v1/profile/zone', SDK_QUERY)
  try {
    return (await service.request({ url, schema: NameZone, signal })).zone
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

/**
 * Finds the account behind a registered name; null for a free one.
 *
 * @throws when the service does not know at the moment, or refuses the name.
 */
export async function findName(
  service: WalletService,
  name: string,
  signal: AbortSignal,
): Promise<Address | null> {
  const query = { apiVersion: '2', ...SDK_QUERY }
  const url = service.urlOf(`v1/profile/account/${encodeURIComponent(name)}`, query)
  try {
    const { addresses } = await service.request({ url, schema: Profile, signal })
    const [first] = Object.values(addresses)
    return first !== undefined && isAddress(first.address, { strict: false })
      ? getAddress(first.address)
      : null
  } catch (error) {
    if (error instanceof ApiProblemError && error.status === 404) return null
    throw error
  }
}

/** Fetches the full names that are registered for an account: one at most. */
export async function getNamesOf(
  service: WalletService,
  address: Address,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const query = { sender: address, apiVersion: '2', ...SDK_QUERY }
  const url = service.urlOf(`v1/profile/reverse/${address}`, query)
  const profiles = await service.request({ url, schema: ProfileList, signal })
  return profiles.map(({ name }) => name)
}

/** Fetches free labels of a zone that resemble one (R-NAMES-2). */
export async function getSuggestions(
  service: WalletService,
  { label, zone }: { label: string; zone: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const query = { zone, ...SDK_QUERY }
  const url = service.urlOf(`v1/profile/suggestions/${encodeURIComponent(label)}`, query)
  const { suggestions } = await service.request({ url, schema: NameSuggestions, signal })
  return suggestions.filter(({ registered }) => !registered).map(({ name }) => name)
}

/** Returns the message that registers a full name, to be signed. */
export function registrationMessage(name: string, nowMs: number): string {
  return JSON.stringify({ name, attributes: {}, timestamp: Math.floor(nowMs / 1_000) })
}

type SignedRegistration = { address: Address; chainId: number; message: string; signature: Hex }

/** Registers a name. */
export async function registerName(
  service: WalletService,
  { address, chainId, message, signature }: SignedRegistration,
): Promise<void> {
  const url = service.urlOf('v1/profile/account')
  const body = { coin_type: EVM_COIN_TYPE_OFFSET + chainId, address, message, signature }
  await service.request({ url, body, schema: RegisterNameResponse })
}
