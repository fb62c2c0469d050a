import { LANGUAGES } from '@bullring/wire/text/languages'
import * as z from 'zod/mini'
import { openStorage } from '#browser/open-storage.ts'
import { SETTINGS_KEY } from './settings-key.ts'

const WeiText = z.string().check(z.regex(/^\d{1,30}$/))

/** The player's own limits, kept on this device. */
const PlayLimits = z.object({
  /** The most to stake per day in wei; null for no limit. */
  dailyStake: z.catch(z.nullable(WeiText), null),
  /** A higher limit, and when it starts to apply. */
  nextDailyStake: z.catch(
    z.nullable(z.object({ amount: z.nullable(WeiText), fromMs: z.number() })),
    null,
  ),
  /** The end of a break from betting. */
  breakUntilMs: z.catch(z.number(), 0),
  /** Sum of the stakes of one day. */
  staked: z.catch(z.object({ day: z.string(), amount: WeiText }), { day: '', amount: '0' }),
})
export type PlayLimits = z.infer<typeof PlayLimits>

export const THEMES = ['light', 'dark', 'system'] as const

const NO_LIMITS: PlayLimits = {
  dailyStake: null,
  nextDailyStake: null,
  breakUntilMs: 0,
  staked: { day: '', amount: '0' },
}

/** Settings stored on this device. A field that cannot be read has its default. */
const DeviceSettings = z.object({
  /** Null until the visitor chooses one. */
  language: z.catch(z.nullable(z.enum(LANGUAGES)), null),
  theme: z.catch(z.enum(THEMES), 'light'),
  hasSound: z.catch(z.boolean(), false),
  hasVibration: z.catch(z.boolean(), false),
  hasNotifications: z.catch(z.boolean(), false),
  /** Notifications while no page is open. */
  hasPush: z.catch(z.boolean(), false),
  hasSeenGuide: z.catch(z.boolean(), false),
  /** Whether the bet dialog is open to its details. */
  showsBetDetails: z.catch(z.boolean(), false),
  /** The visitor has said to be at least this old. */
  confirmedAge: z.catch(z.number(), 0),
  /** Accounts whose players want no other one. */
  keptAccounts: z.catch(z.array(z.string()), []),
  limits: z.catch(PlayLimits, NO_LIMITS),
})
export type DeviceSettings = z.infer<typeof DeviceSettings>

let cached: { text: string | null; settings: DeviceSettings } | null = null
const listeners = new Set<() => void>()

/** Returns the settings; the same object until they change. */
export function readSettings(): DeviceSettings {
  const text = openStorage(window, 'localStorage').getItem(SETTINGS_KEY)
  if (cached?.text !== text) cached = { text, settings: parseSettings(text) }
  return cached.settings
}

/** Changes some settings and keeps the others. */
export function changeSettings(change: Partial<DeviceSettings>): void {
  const text = JSON.stringify({ ...readSettings(), ...change })
  openStorage(window, 'localStorage').setItem(SETTINGS_KEY, text)
  for (const listener of listeners) listener()
}

/** Whether settings outlive the page: false where the visitor has blocked storage. */
export function isRemembered(): boolean {
  const storage = openStorage(window, 'localStorage')
  try {
    return storage === window.localStorage
  } catch {
    return false
  }
}

/** Calls `listener` after every change, also by another tab, until the returned function is called. */
export function subscribeToSettings(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function parseSettings(text: string | null): DeviceSettings {
  const result = z.safeParse(DeviceSettings, parseJson(text))
  return result.success ? result.data : DEFAULT_SETTINGS
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

const DEFAULT_SETTINGS: DeviceSettings = z.parse(DeviceSettings, {})
