import type { HDAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { LocalGame } from './local-game.ts'
import type { StackSettings } from './settings.ts'

/** Project id that our page sends to the wallet service. */
export const PROJECT_ID = 'bullring'

/** Returns the environment of the game service. On a public chain it has no local-only variables. */
export function gameVariables(
  settings: StackSettings,
  options: { databaseUrl: string; webRoot: string; localGame: LocalGame | null; walletUrl: string },
): Record<string, string> {
  return {
    ...variablesOf(settings, 'GAME_'),
    GAME_HOST: settings.host,
    GAME_PORT: `${settings.port}`,
    GAME_CHAIN_ID: `${settings.chain.id}`,
    GAME_DATABASE_URL: options.databaseUrl,
    GAME_WEB_ROOT: options.webRoot,
    GAME_WALLET_SERVICES_URL: options.walletUrl,
    GAME_PROJECT_ID: projectIdOf(settings),
    ...chainVariables(settings, options.localGame),
  }
}

/**
 * Returns the environment of the wallet service. Browsers reach it only through the game service, so it
 * listens on this machine and trusts the game service's forwarding headers.
 */
export function walletVariables(
  settings: StackSettings,
  options: { databaseUrl: string; localGame: LocalGame | null },
): Record<string, string> {
  const { chain } = settings
  const given = variablesOf(settings, 'WALLET_')
  return {
    ...given,
    WALLET_HOST: '127.0.0.1',
    WALLET_PORT: '0',
    WALLET_TRUST_PROXY: 'true',
    WALLET_CHAIN_ID: `${chain.id}`,
    WALLET_DATABASE_URL: options.databaseUrl,
    WALLET_PROJECT_IDS: [projectIdOf(settings), given['WALLET_PROJECT_IDS']]
      .filter(Boolean)
      .join(','),
    WALLET_RPC_URLS: nodesForBrowsers(chain, options.localGame, given['WALLET_RPC_URLS'] ?? ''),
    ...(options.localGame && { WALLET_PRICE_FEED_ADDRESS: options.localGame.market.oracle }),
  }
}

/** Visitors use the node of index and keeper only where the operator names no other node of the chain. */
function nodesForBrowsers(
  chain: StackSettings['chain'],
  localGame: LocalGame | null,
  given: string,
): string {
  const own = chain.kind === 'public' ? chain.rpcUrl : localGame?.rpcUrl
  const nodes = given
    .split(',')
    .map((node) => node.trim())
    .filter(Boolean)
  const hasNode = nodes.some((node) => node.startsWith(`${chain.id}=`))
  return (hasNode || own === undefined ? nodes : [`${chain.id}=${own}`, ...nodes]).join(',')
}

/** A third-party relay may require another project id. */
function projectIdOf({ serviceEnv }: StackSettings): string {
  return serviceEnv['GAME_PROJECT_ID'] || PROJECT_ID
}

function variablesOf({ serviceEnv }: StackSettings, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(serviceEnv).filter(([name]) => name.startsWith(prefix)))
}

function chainVariables(
  { chain }: StackSettings,
  localGame: LocalGame | null,
): Record<string, string> {
  if (chain.kind === 'public' || localGame === null) {
    return chain.kind === 'local'
      ? {}
      : {
          GAME_RPC_URL: chain.rpcUrl,
          GAME_MARKET_KIND: chain.marketKind,
          GAME_PREDICTION_ADDRESS: chain.prediction,
          GAME_START_BLOCK: `${chain.startBlock}`,
        }
  }
  return {
    GAME_RPC_URL: localGame.rpcUrl,
    GAME_PREDICTION_ADDRESS: localGame.market.prediction,
    GAME_START_BLOCK: `${localGame.market.startBlock}`,
    GAME_KEEPER_PRIVATE_KEY: privateKeyOf(localGame.accounts.keeper),
    GAME_KEEPER_SETTLE_EMPTY: 'true',
    GAME_FAUCET_PRIVATE_KEY: privateKeyOf(localGame.accounts.faucet),
    GAME_BURNER_WALLET: 'true',
    GAME_REPLAYED_PRICES: 'true',
  }
}

function privateKeyOf(account: HDAccount): string {
  const key = account.getHdKey().privateKey
  if (key === null) throw new Error('The account has no private key')
  return bytesToHex(key)
}
