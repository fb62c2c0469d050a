import { SETTINGS as BUNDLER } from '@bullring/bundler/config'
import { SETTINGS as CUSTODY } from '@bullring/custody/config'
import { SETTINGS as GAME } from '@bullring/game/config'
import { SETTINGS as RELAY } from '@bullring/relay/config'
import type { Settings } from '@bullring/server/config/define-settings'
import { SETTINGS as VAULT } from '@bullring/vault/config'
import { SETTINGS as WALLET } from '@bullring/wallet/config'
import { SETTINGS as START } from '../settings.ts'

const SECRETS: ReadonlySet<string> = new Set(
  [START, GAME, WALLET, CUSTODY, VAULT, BUNDLER, RELAY].flatMap((settings: Settings) =>
    Object.entries(settings).flatMap(([name, setting]) => (setting.isSecret ? [name] : [])),
  ),
)

/** Whether a program declares the value of a variable as secret. */
export function isSecret(name: string): boolean {
  return SECRETS.has(name)
}
