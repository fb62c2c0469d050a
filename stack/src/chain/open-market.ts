import { presetFeed } from '@bullring/contracts/preset-feed'
import { toUnixSeconds } from '@bullring/prediction/units'
import { type DataFolder, writeManifest } from '../data-folder/data-folder.ts'
import { damagedData } from '../errors.ts'
import {
  createLocalGame,
  type LocalGame,
  type RunningLocalGame,
  resumeLocalGame,
  startMining,
} from '../local-game.ts'
import type { ServedMarket } from '../service-variables.ts'
import type { LocalChainSettings } from '../settings.ts'
import type { Start } from '../start.ts'
import { dumpChainState } from './chain-state.ts'
import { contractsHash } from './contracts-hash.ts'
import { resolveMarket } from './resolve-market.ts'

/** Finds the market of a public chain, or starts a local chain with one. */
export async function openMarket(start: Start): Promise<ServedMarket> {
  const { settings, progress } = start
  const { chain, serviceEnv } = settings
  const listed = serviceEnv['GAME_MARKETS']
  if (chain.kind === 'public' && listed) {
    const { rpcUrl } = chain
    progress.note(`markets of chain ${chain.id} from GAME_MARKETS`)
    return { kind: 'listed', rpcUrl, priceFeed: presetFeed(chain.id) }
  }
  if (chain.kind === 'public') {
    const market = await progress.step(
      'market',
      () => resolveMarket(chain),
      ({ prediction, startBlock }) =>
        `${prediction} on chain ${chain.id}, since block ${startBlock}`,
    )
    return { kind: 'public', ...market }
  }
  const localGame = await startLocalGame(chain, start)
  return { kind: 'local', localGame }
}

/** Starts the local chain with its market, new or from the data folder. */
async function startLocalGame(
  chain: LocalChainSettings,
  { folder, progress, cleanup, keepChild }: Start,
): Promise<LocalGame> {
  const { market } = folder.manifest
  const { localGame, chain: process } = await progress.step(
    'local chain (anvil), price feed, traders',
    () => (market === null ? newLocalGame(chain) : savedLocalGame(chain, market, folder)),
    ({ localGame: { market } }) => `chain ${chain.id}, game at ${market.prediction}`,
  )
  await keepChild(process, 'anvil')
  if (market === null) {
    await startMining(localGame)
    await saveLocalGame(localGame, folder)
  }
  cleanup.defer(async () => {
    if (process.isRunning()) await dumpChainState(localGame.rpcUrl, folder.chainStateFile)
  })
  return localGame
}

async function saveLocalGame(localGame: LocalGame, folder: DataFolder): Promise<void> {
  await dumpChainState(localGame.rpcUrl, folder.chainStateFile)
  const { genesisTimestamp } = localGame.schedule
  await writeManifest(folder.path, {
    ...folder.manifest,
    market: {
      ...localGame.market,
      ...(localGame.btc && { btc: localGame.btc.market }),
      genesisTimestamp,
      contractsHash: contractsHash(),
    },
  })
}

/** Shorter than on the public chains: a replayed price cannot be known in advance. */
const STRIKE_DELAY_SECONDS = 2

/** Rounds already played on a new local chain, so that cards, chart and history are not empty. */
const PLAYED_ROUNDS = 6

function newLocalGame(chain: LocalChainSettings): Promise<RunningLocalGame> {
  return createLocalGame({
    chainId: chain.id,
    intervalSeconds: chain.roundSeconds,
    strikeDelay: STRIKE_DELAY_SECONDS,
    playedRounds: PLAYED_ROUNDS,
    now: Math.floor(Date.now() / 1_000),
    hasBtc: chain.hasBtc,
    hasExchange: chain.hasExchange,
  })
}

function savedLocalGame(
  chain: LocalChainSettings,
  market: NonNullable<DataFolder['manifest']['market']>,
  folder: DataFolder,
): Promise<RunningLocalGame> {
  return resumeLocalGame({
    chainId: chain.id,
    markets: { market, btc: (chain.hasBtc && market.btc) || null },
    schedule: {
      genesisTimestamp: toUnixSeconds(market.genesisTimestamp),
      intervalSeconds: chain.roundSeconds,
      strikeDelay: STRIKE_DELAY_SECONDS,
    },
    stateFile: folder.chainStateFile,
    hasExchange: chain.hasExchange,
  }).catch((cause: unknown) => {
    throw damagedData(`The local chain's state ${folder.chainStateFile} cannot be loaded`, cause)
  })
}
