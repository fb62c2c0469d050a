import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Every project must name the same number; more workers than cores only take time from the browser tests. */
const maxWorkers = 2

/** A busy machine is slow; the default of one second fails there. */
const patient = { poll: { timeout: 60_000 } }

/** `npm run test:deep`: files named `.deep.test.ts`, longer histories, more repetitions and new random cases. */
const isDeep = process.env['TEST_DEEP'] === '1'

const seedProperties = isDeep
  ? []
  : [fileURLToPath(new URL('stack/src/testing/seed-properties.ts', import.meta.url))]

const node = {
  expect: patient,
  exclude: [
    '**/node_modules/**',
    'wallet/kit/**',
    'login/frame/**',
    'game/web/**',
    ...(isDeep ? [] : ['**/*.deep.test.ts']),
  ],
  globalSetup: ['stack/src/testing/shared-setup.ts'],
  setupFiles: seedProperties,
  // Modules keep no state between tests; loading them for each file took a third of the time.
  isolate: false,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers,
}

/** Loading the DOM and the libraries again for each file would take six times as long as the tests. */
const browserLike = {
  expect: patient,
  environment: 'happy-dom',
  // A clicked download link must not take the window, which the files of a worker share, to its address.
  environmentOptions: {
    happyDOM: {
      settings: {
        navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
      },
    },
  },
  isolate: false,
  maxWorkers,
  testTimeout: 90_000,
  setupFiles: [
    ...seedProperties,
    fileURLToPath(new URL('wallet/kit/src/testing/fresh-page.ts', import.meta.url)),
  ],
}

/** Folder of the programs of a PostgreSQL other than the one from npm; the database tests run on both. */
const otherPostgres = process.env['TEST_POSTGRES_PROGRAMS']

/** Tests of what another version of PostgreSQL may do differently: migrations, triggers, notifications, locks. */
const DATABASE_TESTS = [
  'game/service/src/db/**/*.test.ts',
  'game/service/src/indexer/{sync,write/pools}.test.ts',
  'game/service/src/market/rounds.test.ts',
  // The same statements as above, with a chain and processes around them.
  ...(isDeep
    ? [
        'game/service/src/app/{stream,loops/reorg}.test.ts',
        'game/service/src/chaos/kill-index.test.ts',
      ]
    : []),
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: [
            '{accounts,base,contracts,game,lab,login,stack,tools,wallet,walletconnect}/**/*.test.ts',
            'e2e/wallet-services/*.test.ts',
          ],
          provide: { isDeep, postgresPrograms: '' },
        },
      },
      ...(otherPostgres === undefined
        ? []
        : [
            {
              test: {
                ...node,
                name: 'other-postgres',
                include: DATABASE_TESTS,
                provide: { isDeep, postgresPrograms: otherPostgres },
              },
            },
          ]),
      {
        extends: 'game/web/vite.config.ts',
        test: {
          ...browserLike,
          name: 'web',
          root: 'game/web',
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: 'login/frame/vite.config.ts',
        test: {
          ...browserLike,
          name: 'frame',
          root: 'login/frame',
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: 'wallet/kit/vite.config.ts',
        test: {
          ...browserLike,
          name: 'kit',
          root: 'wallet/kit',
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
