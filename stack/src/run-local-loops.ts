import { keepChainState } from './chain/chain-state.ts'
import { giveCollectibles } from './collectibles/give-collectibles.ts'
import { openCollectibles } from './collectibles/open-collectibles.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import { type LocalGame, replayOnLocalGame, tradeOnLocalExchange } from './local-game.ts'
import type { StackLog } from './log.ts'
import type { LocalChainSettings } from './settings.ts'

/**
 * Starts the background loops of the local game.
 *
 * @returns Stops them.
 */
export function runLocalLoops(
  localGame: LocalGame,
  { id: chainId, tickerUrl }: LocalChainSettings,
  folder: DataFolder,
  log: StackLog,
): () => Promise<void> {
  const loops = new AbortController()
  const report = (source: string) => (error: unknown) => log.error(source, error)
  const running = Promise.all([
    replayOnLocalGame(localGame, tickerUrl, report('replay'), loops.signal),
    tradeOnLocalExchange(localGame, chainId, report('exchange trader'), loops.signal),
    keepChainState(localGame.rpcUrl, folder.chainStateFile, report('chain state'), loops.signal),
    giveToNewcomers(localGame, chainId, report('collectibles'), loops.signal),
  ])
  return async () => {
    loops.abort()
    await running
  }
}

/** Gives each newcomer of a chain with tokens a collectible, until `signal` aborts. */
async function giveToNewcomers(
  { rpcUrl, accounts, exchange }: LocalGame,
  chainId: number,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  if (exchange === null) return
  const owner = accounts.collectibles
  const faucet = accounts.faucet.address
  try {
    const collection = await openCollectibles({ rpcUrl, chainId, owner })
    await giveCollectibles({ rpcUrl, chainId, collection, owner, faucet }, report, signal)
  } catch (error) {
    report(error)
  }
}
