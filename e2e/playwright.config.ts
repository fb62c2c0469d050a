import { createLocalBot } from '@bullring/stack/telegram/sign-init-data'
import { defineConfig } from '@playwright/test'
import { walletServiceVariables } from './support/stack/stack-wallet-service.ts'
import {
  FRAMES,
  portOf,
  RELAY_PORT,
  type StackName,
  stackOf,
  stackVariables,
  TICKER_PORT,
} from './support/stack/stacks.ts'
import { returningVisitor } from './support/visitor/returning-visitor.ts'

/**
 * Chromium's features that only cost time: Playwright's own list, because the last switch replaces it,
 * and the address bar's popups, two hidden pages per window that take half of what opening one costs.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  // A page of Telegram's origin shows the game of this machine in a frame.
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

const CHROMIUM_SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join()}`,
]

const { CHROMIUM, ORDINARY_CHROMIUM } = process.env
const browser = CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }

/** A browser with windows, whose fonts the headless shell lacks, with classic scroll bars, which take a part of the window. */
const ordinary = ORDINARY_CHROMIUM && {
  executablePath: ORDINARY_CHROMIUM,
  ignoreDefaultArgs: ['--hide-scrollbars'],
}

const originOf = (stack: StackName) => `http://127.0.0.1:${portOf(stack)}`

/** Tests of wallets and of the services for them: the embedded wallet, the exchange, a second market, the relay. */
const WALLET_SPECS = /[\\/]specs[\\/](?:login|wallet|walletconnect)[\\/]|[\\/]home\.markets\./

/** Tests of the wallet's frame and those that start a stack for themselves: as long as a third of the others. */
const FRAME_SPECS = /[\\/](?:frame\.(?:approval|kept-requests|protocol)|home\.own-brand)\.spec/

const WALLET_STACK = {
  TEST_EMBEDDED_WALLET: 'true',
  TELEGRAM_BOT: createLocalBot().setting,
  TEST_EXCHANGE: 'true',
  TEST_MARKETS: 'BNB,BTC',
  GAME_RELAY_SERVICE_URL: `http://127.0.0.1:${RELAY_PORT}`,
}

function project(
  name: StackName | typeof FRAMES,
  browser: { executablePath?: string; ignoreDefaultArgs?: string[] },
  tests: { testMatch?: RegExp; testIgnore?: RegExp },
) {
  const origin = originOf(stackOf(name))
  return {
    name,
    // Its tests share one chain, whose time only moves forward: they run one after another.
    workers: 1,
    use: {
      baseURL: origin,
      storageState: returningVisitor(origin),
      launchOptions: { ...browser, args: CHROMIUM_SWITCHES },
    },
    ...tests,
  }
}

function server(name: StackName, variables: Record<string, string> = {}) {
  return {
    command: 'node ../stack/src/bin/serve-test-stack.ts',
    url: `${originOf(name)}/readyz`,
    timeout: 240_000,
    stdout: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    env: {
      ...variables,
      ...stackVariables(portOf(name)),
      ...walletServiceVariables(name),
    },
  }
}

export default defineConfig({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  outputDir: '../artifacts/e2e',
  workers: 2,
  fullyParallel: false,
  // Limits for a machine that is busy with other work; nothing waits that long on a quiet one.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // Without a GPU, motion takes a third of the time of a page's start. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a tenth of all CPU time and its copies of the page another seventh: E2E_TRACE=1.
    trace: {
      mode: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
      screenshots: false,
      sources: false,
    },
  },
  projects: [
    project('game', browser, { testIgnore: WALLET_SPECS }),
    project('wallets', browser, { testMatch: WALLET_SPECS, testIgnore: FRAME_SPECS }),
    project(FRAMES, browser, { testMatch: FRAME_SPECS }),
    ...(ordinary
      ? [project('ordinary', ordinary, { testMatch: /home\.(?:small-phone|widths)\.spec\.ts/ })]
      : []),
  ],
  webServer: [
    server('game', { GAME_TICKER_URL: `http://127.0.0.1:${TICKER_PORT}/?symbol={symbol}` }),
    server('wallets', WALLET_STACK),
    ...(ordinary ? [server('ordinary')] : []),
  ],
})
