import type { Address } from 'viem'
import { normalize } from 'viem/ens'
import type { Config } from 'wagmi'
import { getEnsAddress } from 'wagmi/actions'

/**
 * The account behind an ENS name; null where there is none, the text cannot be a name, or the network has
 * no ENS.
 *
 * @throws when the network cannot be asked.
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
