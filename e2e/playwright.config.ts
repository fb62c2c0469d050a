import { defineConfig } from '@playwright/test'
import { stackFile } from './stack-file.ts'

const PORT = 43_117

export default defineConfig({
  testDir: '.',
  outputDir: '../artifacts/e2e',
  // All specs share one chain, and time on it moves only forward.
  workers: 1,
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 45_000 },
  use: {
    actionTimeout: 20_000,
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM'] !== undefined && { executablePath: process.env['CHROMIUM'] }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node ../tools/stack/src/bin/test-stack.ts',
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 240_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    // Long enough that a slow machine does not miss a round; the tests move time themselves.
    env: { PORT: `${PORT}`, TEST_STACK_FILE: stackFile, ROUND_SECONDS: '180' },
  },
})
