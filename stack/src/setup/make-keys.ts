import { generateX25519Identity } from 'age-encryption'
import { generatePrivateKey } from 'viem/accounts'
import { newToken } from '../bundler/start-bundler.ts'
import { newPushKey } from '../data-folder/push-key.ts'
import { newKeeperUrl, withNewPassword } from '../database/keeper-database.ts'
import { newKek, newSigningKey } from '../embedded-wallet/embedded-keys.ts'
import type { Variables } from './env-file.ts'
import type { Answers } from './questions.ts'

/** A key, and whether the answers need it. */
type KeyMaker = {
  make: () => string | Promise<string>
  isNeeded: (answers: Answers, existing: Variables) => boolean
}

const always = () => true
const forLogin = ({ mail }: Answers) => mail !== ''

/** Keys of `npm start`, by their variables. */
const KEYS = {
  BACKUP_KEY: { make: generateX25519Identity, isNeeded: always },
  METRICS_TOKEN: { make: newToken, isNeeded: always },
  OPERATOR_TOKEN: { make: newToken, isNeeded: always },
  GAME_PUSH_PRIVATE_KEY: { make: newPushKey, isNeeded: always },
  CUSTODY_KEKS: { make: newDatedKek, isNeeded: forLogin },
  VAULT_KEKS: { make: newDatedKek, isNeeded: forLogin },
  VAULT_ASSERTION_KEY: { make: newSigningKey, isNeeded: forLogin },
  CUSTODY_RECEIPT_KEY: { make: newSigningKey, isNeeded: forLogin },
  BUNDLER_RELAYER_PRIVATE_KEY: { make: generatePrivateKey, isNeeded: forLogin },
  BUNDLER_CUSTODY_TOKEN: { make: newToken, isNeeded: forLogin },
  BUNDLER_WALLET_TOKEN: { make: newToken, isNeeded: forLogin },
  KEEPER_DATABASE_URL: {
    make: newKeeperUrl,
    isNeeded: ({ payouts }: Answers, existing: Variables) =>
      payouts !== '' && !existing['DATABASE_URL'],
  },
  WALLET_NAME_SIGNER_KEY: {
    make: generatePrivateKey,
    isNeeded: (answers: Answers) => answers['name-zone'] !== '',
  },
  WALLET_ONRAMPER_PRIVATE_KEY: {
    make: newSigningKey,
    isNeeded: (answers: Answers) => answers['onramper-api-key'] !== '',
  },
} satisfies Readonly<Record<string, KeyMaker>>

/** The key of the keeper, whose file `npm start` does not read. */
export const KEEPER_KEY = 'GAME_KEEPER_PRIVATE_KEY'

/** Variable of a key that setup makes. */
export type KeyName = keyof typeof KEYS | typeof KEEPER_KEY

/** Makes another key for a variable, in place of `before`. */
export async function makeKey(name: KeyName, before: string): Promise<string> {
  if (name === 'KEEPER_DATABASE_URL') return withNewPassword(before)
  return name === KEEPER_KEY ? generatePrivateKey() : await KEYS[name].make()
}

/** Returns the keys that the answers need. Existing ones stay: what they encrypt or sign depends on them. */
export async function makeKeys(answers: Answers, existing: Variables): Promise<Variables> {
  const needed = Object.entries(KEYS).filter(([, { isNeeded }]) => isNeeded(answers, existing))
  const keys = needed.map(async ([name, { make }]) => [name, existing[name] || (await make())])
  return Object.fromEntries(await Promise.all(keys))
}

/** Returns the keeper's key, an existing one if there is one. */
export function makeKeeperKey(existing: Variables): Variables {
  return { [KEEPER_KEY]: existing[KEEPER_KEY] || generatePrivateKey() }
}

function newDatedKek(): string {
  return newKek(`${new Date().getUTCFullYear()}`)
}
