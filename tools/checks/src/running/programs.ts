import { SETTINGS as BUNDLER } from '@bullring/bundler/config'
import { SETTINGS as CUSTODY } from '@bullring/custody/config'
import { SETTINGS as GAME } from '@bullring/game/config'
import { SETTINGS as RELAY } from '@bullring/relay/config'
import type { Setting, Settings } from '@bullring/server/config/define-settings'
import { DRAIN_SETTINGS } from '@bullring/server/drain'
import { SETTINGS as START } from '@bullring/stack/settings'
import { SETTINGS as VAULT } from '@bullring/vault/config'
import { SETTINGS as WALLET } from '@bullring/wallet/config'

/** The services with what each of them reads. */
export const SERVICES: Readonly<Record<string, Settings>> = {
  game: GAME,
  wallet: WALLET,
  custody: CUSTODY,
  vault: VAULT,
  bundler: BUNDLER,
  relay: RELAY,
}

const PROGRAMS: Readonly<Record<string, Settings>> = {
  'npm start': START,
  ...SERVICES,
  'all services': DRAIN_SETTINGS,
}

/** A setting with the programs that read it, each with its own schema. */
export type DocumentedSetting = {
  name: string
  readBy: readonly string[]
  declarations: readonly [Setting, ...Setting[]]
}

/** Returns every setting once, in the order of the programs. */
export function documentedSettings(): readonly DocumentedSetting[] {
  const names = new Set(Object.values(PROGRAMS).flatMap((settings) => Object.keys(settings)))
  return [...names].flatMap((name) => {
    const readers = Object.entries(PROGRAMS).flatMap(([program, settings]) => {
      const setting = settings[name]
      return setting === undefined ? [] : [{ program, setting }]
    })
    const [first, ...others] = readers.map(({ setting }) => setting)
    if (first === undefined) return []
    const readBy = readers.map(({ program }) => program)
    return [{ name, readBy, declarations: [first, ...others] }]
  })
}
