import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * Tests with chain and database wait half of their time: three of them keep two cores busy. Each project
 * needs the number; without it, it would be the machine's, and projects of unequal numbers do not run.
 */
const maxWorkers = 3

/** Loading window and libraries for each file anew took six times as long as the tests themselves. */
const browserLike = {
  environment: 'happy-dom',
  isolate: false,
  maxWorkers,
  testTimeout: 30_000,
  setupFiles: [
    fileURLToPath(new URL('packages/wallet-kit/src/testing/fresh-page.ts', import.meta.url)),
  ],
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contracts,packages,services,tools}/**/*.test.ts'],
          provide: { postgresPrograms: process.env['TEST_POSTGRES_PROGRAMS'] ?? '' },
          exclude: ['**/node_modules/**', 'packages/wallet-kit/**'],
          globalSetup: ['tools/stack/src/testing/shared-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          ...browserLike,
        },
      },
      {
        extends: 'packages/wallet-kit/vite.config.ts',
        test: {
          name: 'kit',
          root: 'packages/wallet-kit',
          include: ['src/**/*.test.{ts,tsx}'],
          ...browserLike,
        },
      },
    ],
  },
})
