import type { HDAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { LocalWorld } from './local-world.ts'
import type { StackSettings } from './settings.ts'

/** What our own page calls the wallet service with. */
export const PROJECT_ID = 'bullring'

/** Environment of the game service. On a public chain nothing of the local-only kind is in it. */
export function gameVariables(
  settings: StackSettings,
  parts: { databaseUrl: string; webRoot: string; world: LocalWorld | null; walletUrl: string },
): Record<string, string> {
  return {
    ...variablesOf(settings, 'GAME_'),
    GAME_HOST: settings.host,
    GAME_PORT: `${settings.port}`,
    GAME_CHAIN_ID: `${settings.chain.id}`,
    GAME_DATABASE_URL: parts.databaseUrl,
    GAME_WEB_ROOT: parts.webRoot,
    GAME_WALLET_SERVICES_URL: parts.walletUrl,
    GAME_PROJECT_ID: projectIdOf(settings),
    ...chainVariables(settings, parts.world),
  }
}

/**
 * Environment of the wallet service, which browsers reach through the game service only: it listens on
 * this machine, and believes what the game service tells of its callers.
 */
export function walletVariables(
  settings: StackSettings,
  parts: { databaseUrl: string; world: LocalWorld | null },
): Record<string, string> {
  const { chain } = settings
  const given = variablesOf(settings, 'WALLET_')
  const nodes = chain.kind === 'public' ? [chain.rpcUrl] : parts.world ? [parts.world.rpcUrl] : []
  const own = nodes.map((url) => `${chain.id}=${url}`)
  return {
    ...given,
    WALLET_HOST: '127.0.0.1',
    WALLET_PORT: '0',
    WALLET_TRUST_PROXY: 'true',
    WALLET_CHAIN_ID: `${chain.id}`,
    WALLET_DATABASE_URL: parts.databaseUrl,
    WALLET_PROJECT_IDS: [projectIdOf(settings), given['WALLET_PROJECT_IDS']]
      .filter(Boolean)
      .join(','),
    // Further nodes, of this chain or others, come after the one everything else uses.
    WALLET_RPC_URLS: [...own, given['WALLET_RPC_URLS']].filter(Boolean).join(','),
    ...(parts.world && { WALLET_PRICE_FEED_ADDRESS: parts.world.market.oracle }),
  }
}

/** A relay of others may want a project id of its own. */
function projectIdOf({ serviceEnv }: StackSettings): string {
  return serviceEnv['GAME_PROJECT_ID'] || PROJECT_ID
}

function variablesOf({ serviceEnv }: StackSettings, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(serviceEnv).filter(([name]) => name.startsWith(prefix)))
}

function chainVariables(
  { chain }: StackSettings,
  world: LocalWorld | null,
): Record<string, string> {
  if (chain.kind === 'public' || world === null) {
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
    GAME_RPC_URL: world.rpcUrl,
    GAME_PREDICTION_ADDRESS: world.market.prediction,
    GAME_START_BLOCK: `${world.market.startBlock}`,
    GAME_KEEPER_PRIVATE_KEY: privateKeyOf(world.accounts.keeper),
    GAME_KEEPER_SETTLE_EMPTY: 'true',
    GAME_FAUCET_PRIVATE_KEY: privateKeyOf(world.accounts.faucet),
    GAME_BURNER_WALLET: 'true',
    GAME_REPLAYED_PRICES: 'true',
  }
}

function privateKeyOf(account: HDAccount): string {
  const key = account.getHdKey().privateKey
  if (key === null) throw new Error('The account has no private key')
  return bytesToHex(key)
}
