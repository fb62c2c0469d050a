import type { Address } from 'viem'
import { normalize } from 'viem/ens'
import type { Config } from 'wagmi'
import { getEnsAddress } from 'wagmi/actions'

/**
 * Resolves an ENS name; null without an account, for an invalid name, or on a network without ENS.
 *
 * @throws when the node does not respond.
 */
export async function resolveEnsName(
  config: Config,
  name: string,
  chainId: number,
): Promise<Address | null> {
  const hasEns = config.chains.some(
    ({ id, contracts }) => id === chainId && contracts?.ensUniversalResolver !== undefined,
  )
  const normal = hasEns ? normalOf(name) : null
  return normal === null ? null : await getEnsAddress(config, { name: normal, chainId })
}

function normalOf(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    return null
  }
}
