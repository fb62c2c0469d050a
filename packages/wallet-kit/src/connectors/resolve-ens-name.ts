import type { Address } from 'viem'
import { normalize } from 'viem/ens'
import type { Config } from 'wagmi'
import { getEnsAddress } from 'wagmi/actions'

/** The account behind an ENS name; null where there is none, or the network has no ENS. */
export async function resolveEnsName(
  config: Config,
  name: string,
  chainId: number,
): Promise<Address | null> {
  const hasEns = config.chains.some(
    ({ id, contracts }) => id === chainId && contracts?.ensUniversalResolver !== undefined,
  )
  return hasEns ? await getEnsAddress(config, { name: normalize(name), chainId }) : null
}
