/** Spec, section 9: "direct page accepts 56 and 97". */
const BSC_NAMES: Readonly<Record<number, string>> = { 56: 'BNB Smart Chain', 97: 'BSC Testnet' }

type Chain = { id: number; name: string }

/** True for BSC, its test network and the chain the game runs on. */
export function isAcceptedChain(walletChainId: number, game: Chain): boolean {
  return walletChainId === game.id || walletChainId in BSC_NAMES
}

/** Name of the wallet's chain; null when it is none we know. */
export function chainName(walletChainId: number, game: Chain): string | null {
  return walletChainId === game.id ? game.name : (BSC_NAMES[walletChainId] ?? null)
}
