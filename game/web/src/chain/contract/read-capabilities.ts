import type { Address } from 'viem'
import type { Config } from 'wagmi'
import { getCapabilities } from 'wagmi/actions'

/** Capabilities of a wallet on a chain (EIP-5792) that the game reads. */
type Capabilities = { atomic?: { status: string } | undefined; permissions?: unknown }

/** Returns the wallet's capabilities on the chain; none if it does not list the chain. */
export async function readCapabilities(
  config: Config,
  account: { account: Address; chainId: number },
): Promise<Capabilities> {
  // Undefined for a chain that is not listed, unlike its type.
  const listed: Capabilities | undefined = await getCapabilities(config, account)
  return listed ?? {}
}
