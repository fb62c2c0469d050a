import type { HDAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { LocalWorld } from './local-world.ts'
import type { StackSettings } from './settings.ts'

/** Environment of the game service. On a public chain nothing of the local-only kind is in it. */
export function gameVariables(
  settings: StackSettings,
  parts: { databaseUrl: string; webRoot: string; world: LocalWorld | null },
): Record<string, string> {
  return {
    ...settings.serviceEnv,
    GAME_HOST: settings.host,
    GAME_PORT: `${settings.port}`,
    GAME_CHAIN_ID: `${settings.chain.id}`,
    GAME_DATABASE_URL: parts.databaseUrl,
    GAME_WEB_ROOT: parts.webRoot,
    ...chainVariables(settings, parts.world),
  }
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
    GAME_SIMULATED_PRICES: 'true',
  }
}

function privateKeyOf(account: HDAccount): string {
  const key = account.getHdKey().privateKey
  if (key === null) throw new Error('The account has no private key')
  return bytesToHex(key)
}
