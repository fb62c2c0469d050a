import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Loading window and libraries for each file anew took six times as long as the tests themselves. */
const browserLike = {
  environment: 'happy-dom',
  isolate: false,
  testTimeout: 30_000,
  setupFiles: [
    fileURLToPath(new URL('packages/wallet-kit/src/testing/fresh-page.ts', import.meta.url)),
  ],
}

export default defineConfig({
  test: {
    // Two cores: more workers only make each test slower.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contracts,packages,services,tools}/**/*.test.ts'],
          provide: { postgresPrograms: process.env['TEST_POSTGRES_PROGRAMS'] ?? '' },
          exclude: ['**/node_modules/**', 'packages/wallet-kit/**'],
          globalSetup: ['tools/stack/src/test/shared-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
