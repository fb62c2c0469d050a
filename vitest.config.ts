import { defineConfig } from 'vitest/config'

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
          environment: 'happy-dom',
        },
      },
      {
        extends: 'packages/wallet-kit/vite.config.ts',
        test: {
          name: 'kit',
          root: 'packages/wallet-kit',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
    ],
  },
})
