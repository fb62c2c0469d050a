import { defineConfig } from '@playwright/test'
import { returningVisitor } from './support/returning-visitor.ts'
import { walletServiceVariables } from './support/stack-wallet-service.ts'
import { portOf, stackFileOf, worker, workers } from './support/worker-stack.ts'

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
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** A browser with windows, whose fonts and scroll bars the headless shell lacks: the layout tests run in it too. */
const ordinary = process.env['ORDINARY_CHROMIUM']

function launch(executablePath: string | undefined) {
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  }
}

export default defineConfig({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  outputDir: '../artifacts/e2e',
  // The tests of a worker share one chain, whose time only moves forward: they run one after another.
  workers,
  fullyParallel: false,
  // Limits for a machine that is busy with other work; nothing waits that long on a quiet one.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    baseURL: `http://127.0.0.1:${portOf(worker)}`,
    viewport: { width: 1440, height: 900 },
    storageState: returningVisitor(`http://127.0.0.1:${portOf(worker)}`),
    // Actions, network and console of a failed test. Copies of the page take a seventh of all CPU time: E2E_TRACE=1.
    trace: {
      mode: 'retain-on-failure',
      screenshots: false,
      snapshots: process.env['E2E_TRACE'] === '1',
      sources: false,
    },
  },
  projects: [
    { name: 'browser', use: { launchOptions: launch(process.env['CHROMIUM']) } },
    ...(ordinary === undefined
      ? []
      : [
          {
            name: 'ordinary',
            testMatch: /home\.(?:small-phone|widths)\.spec\.ts/,
            // With classic scroll bars, which take a part of the window.
            use: {
              launchOptions: { ...launch(ordinary), ignoreDefaultArgs: ['--hide-scrollbars'] },
            },
          },
        ]),
  ],
  webServer: Array.from({ length: workers }, (_, index) => ({
    command: 'node ../tools/stack/src/bin/serve-test-stack.ts',
    url: `http://127.0.0.1:${portOf(index)}/readyz`,
    timeout: 240_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    // Rounds long enough that a slow machine does not miss one; the tests move time themselves.
    env: {
      PORT: `${portOf(index)}`,
      TEST_STACK_FILE: stackFileOf(index),
      ROUND_SECONDS: '180',
      // As on public chains: at the local chain's 50 ms, idle stacks would take half a core.
      GAME_POLL_INTERVAL_MS: '200',
      ...walletServiceVariables(index),
    },
  })),
})
