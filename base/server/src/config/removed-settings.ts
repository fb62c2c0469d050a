/** Settings that a release had, with what an operator does instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  BUNDLER_MIN_BALANCE: 'it is half of BUNDLER_BUDGET_PER_DAY',
  RELAY_STORE: 'messages are kept at RELAY_NATS_URLS, or else in RELAY_DATABASE_URL',
  WALLET_EXPLORER_API_URL: 'history and NFTs come from https://api.etherscan.io/v2/api',
  WALLET_PRICE_FEED_ADDRESS: "it is an entry of WALLET_PRICE_FEEDS, the chain's number=0xFEED",
}

/** Finds settings that would have no effect, so that none is dropped without a word. */
export function removedSettingIssues(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(REMOVED_SETTINGS)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, instead]) => `${name} cannot be set any more (${instead}): remove it`)
}
