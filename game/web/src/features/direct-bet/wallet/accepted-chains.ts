/** R-DIRECT-7. */
const BSC_NAMES: Readonly<Record<number, string>> = { 56: 'BNB Smart Chain', 97: 'BSC Testnet' }

type GameChain = { id: number; name: string }

/** True for BSC, its testnet and the chain of the game. */
export function isAcceptedChain(walletChainId: number, game: GameChain): boolean {
  return walletChainId === game.id || walletChainId in BSC_NAMES
}

/** Returns the name of the wallet's chain; null if it is unknown. */
export function chainName(walletChainId: number, game: GameChain): string | null {
  return walletChainId === game.id ? game.name : (BSC_NAMES[walletChainId] ?? null)
}
