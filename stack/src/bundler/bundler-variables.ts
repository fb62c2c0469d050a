import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { SESSION_METHODS } from '@bullring/smart-account/session-calls'
import { type Address, toFunctionSelector } from 'viem'
import { privateKeyOf } from '../chain/local-accounts.ts'
import { type ServedMarket, variablesOf } from '../service-variables.ts'
import type { StackSettings } from '../settings.ts'
import type { BundlerTokens } from './bundler.ts'

/** Calls of players. */
const SPONSORED = ['betBull(uint256)', 'betBear(uint256)', 'claim(uint256[])'].map((signature) =>
  toFunctionSelector(signature),
)

/** Returns the environment of the bundler. On a public chain it pays for no one unless the operator says so. */
export function bundlerVariables(
  settings: StackSettings,
  options: { market: ServedMarket; databaseUrl: string; tokens: BundlerTokens },
): Record<string, string> {
  const { market, databaseUrl, tokens } = options
  return {
    ...(market.kind === 'local' && {
      // Play money.
      BUNDLER_BUDGET_PER_DAY: '1000',
      BUNDLER_RELAYER_PRIVATE_KEY: privateKeyOf(market.localGame.accounts.relayer),
      BUNDLER_SPONSORED_METHODS: sponsoredMethods(contractsOf(market.localGame)),
    }),
    ...variablesOf(settings, 'BUNDLER_'),
    BUNDLER_CUSTODY_TOKEN: tokens.custody,
    BUNDLER_WALLET_TOKEN: tokens.wallet,
    BULLRING_HOST: '127.0.0.1',
    PORT: '0',
    CHAIN_ID: `${settings.chain.id}`,
    RPC_URL: market.kind === 'local' ? market.localGame.rpcUrl : market.rpcUrl,
    BUNDLER_DATABASE_URL: databaseUrl,
  }
}

type Games = Extract<ServedMarket, { kind: 'local' }>['localGame']

function contractsOf({ market, btc }: Games): Address[] {
  return [market, ...(btc === null ? [] : [btc.market])].map(({ prediction }) => prediction)
}

/** Returns the methods of markets and sessions whose fees the house pays, as `BUNDLER_SPONSORED_METHODS` lists them. */
export function sponsoredMethods(predictions: readonly Address[]): string {
  return [
    ...predictions.flatMap((prediction) =>
      SPONSORED.map((selector) => `${prediction}:${selector}`),
    ),
    ...SESSION_METHODS.map((selector) => `${SESSION_MODULE}:${selector}`),
  ].join(',')
}
