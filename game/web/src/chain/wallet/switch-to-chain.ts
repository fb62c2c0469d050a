import type { Config } from 'wagmi'

/**
 * Switches the wallet to a chain and adds the chain where the wallet does not know it. The code is
 * loaded on demand: it brings 26 KiB (gzip) that most visitors never need.
 */
export async function switchToChain(config: Config, chainId: number): Promise<void> {
  const { switchOrAddChain } = await import('@bullring/wallet-kit/switch-chain')
  await switchOrAddChain(config, chainId)
}
