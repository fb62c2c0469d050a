import type { KeyName } from '../setup/make-keys.ts'

/** Consequences of another key. */
export type Rotation = {
  /** Whether the key of before is still of use: it is then written to a file beside the settings. */
  isRetired?: true
  /** Names of the units that read the key. */
  units: readonly ('bullring' | 'bullring-keeper')[]
  /** Work before the restart. */
  first?: string
  /** Work that remains after the restart; null for none. */
  next: string | null
}

const PRODUCT = ['bullring'] as const
const BOTH = ['bullring', 'bullring-keeper'] as const
const COPY = 'keep a copy of the new key elsewhere: without it, later backups lose the wallets'
const DROP = 'minutes later; it refuses while a share needs an older key'

/** The keys that setup makes. */
export const ROTATIONS: Readonly<Record<KeyName, Rotation>> = {
  BACKUP_KEY: {
    isRetired: true,
    units: PRODUCT,
    next: 'a backup under the new key is made at once: keep a copy of that key elsewhere. Earlier backups need the retired one (BACKUP_DIR=... BACKUP_KEY=... npm run restore)',
  },
  METRICS_TOKEN: { units: BOTH, next: 'give the new token to Prometheus' },
  OPERATOR_TOKEN: { units: PRODUCT, next: 'enter the new token at /operator' },
  GAME_PUSH_PRIVATE_KEY: {
    units: PRODUCT,
    next: 'players get messages again once they have opened the page',
  },
  CUSTODY_KEKS: {
    units: PRODUCT,
    first: COPY,
    next: `npm run rotate -- CUSTODY_KEKS --drop-old, ${DROP}`,
  },
  VAULT_KEKS: {
    units: PRODUCT,
    first: COPY,
    next: `npm run rotate -- VAULT_KEKS --drop-old, ${DROP}`,
  },
  VAULT_ASSERTION_KEY: { units: PRODUCT, next: 'logins that had begun must begin again' },
  CUSTODY_RECEIPT_KEY: { units: PRODUCT, next: 'changes of email that had begun must begin again' },
  BUNDLER_RELAYER_PRIVATE_KEY: {
    isRetired: true,
    units: PRODUCT,
    first: 'send coins to the new relayer; smart accounts send nothing before the restart',
    next: 'take the rest from the account of the retired key',
  },
  BUNDLER_CUSTODY_TOKEN: { units: PRODUCT, next: null },
  BUNDLER_WALLET_TOKEN: { units: PRODUCT, next: null },
  KEEPER_DATABASE_URL: { units: BOTH, next: null },
  WALLET_NAME_SIGNER_KEY: {
    units: PRODUCT,
    next: 'the owner of the resolver calls setSigner with the new signer; until then, names resolve in our pages only',
  },
  WALLET_ONRAMPER_PRIVATE_KEY: { units: PRODUCT, next: 'give Onramper the new public key' },
  GAME_KEEPER_PRIVATE_KEY: {
    isRetired: true,
    units: ['bullring-keeper'],
    first: 'send coins to the new keeper',
    next: 'take the rest from the account of the retired key',
  },
}

/** Whether setup makes the key of a variable. */
export function isKeyName(name: string): name is KeyName {
  return Object.hasOwn(ROTATIONS, name)
}
