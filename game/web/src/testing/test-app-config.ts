import type { AppConfig, MarketConfig } from '@bullring/game-api/config'

/** A market with rounds of five minutes. */
export const TEST_MARKET: MarketConfig = {
  kind: 'bullring',
  prediction: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  prices: 'oracle',
  oracle: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  genesisTimestamp: 0,
  intervalSeconds: 300,
  settlementWindow: 86_400,
  strikeDelay: 10,
  maxPayoutMultiple: 2_000,
  nextTreasuryFee: null,
}

/** Configuration of a page on a local chain with rounds of five minutes, with `overrides`. */
export function testAppConfig(overrides: Partial<AppConfig> = {}): AppConfig {
  return {
    chain: {
      id: 31_337,
      name: 'Bullring Local',
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: ['/rpc'],
      explorerUrl: null,
    },
    markets: { BNB: TEST_MARKET },
    languages: ['en'],
    publicOrigin: null,
    telegramUrl: null,
    walletServicesUrl: null,
    frameUrl: null,
    socials: [],
    relayUrl: null,
    projectId: 'bullring',
    signIn: 'off',
    pushKey: null,
    brand: null,
    build: { version: '1.2.3', commit: '0123456789abcdef0123456789abcdef01234567' },
    features: { burnerWallet: false, faucet: false, telegram: false },
    ...overrides,
  }
}
