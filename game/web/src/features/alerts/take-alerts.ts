import type { Address } from 'viem'
import * as z from 'zod/mini'
import { inOneTab } from '#browser/one-tab.ts'
import { openStorage } from '#browser/open-storage.ts'
import type { Alert } from './stage-watch.ts'

/** The account with the bets, and their market. */
export type AlertsOf = { account: Address; market: Address }

/** Far more than one tab can be behind another. */
const KEPT = 40

const TakenAlerts = z.array(z.string().check(z.maxLength(40)))

/** Returns the alerts that no tab has taken yet, and takes them. */
export async function takeAlerts(owner: AlertsOf, alerts: readonly Alert[]): Promise<Alert[]> {
  const key = `bullring.alerts.${owner.market}.${owner.account}`.toLowerCase()
  return await inOneTab(key, () => {
    const storage = openStorage(window, 'localStorage')
    const taken = parseTaken(storage.getItem(key))
    const free = alerts.filter((alert) => !taken.includes(nameOf(alert)))
    const names = [...taken, ...free.map(nameOf)].slice(-KEPT)
    if (free.length > 0) storage.setItem(key, JSON.stringify(names))
    return free
  })
}

/** All results of a round have one name: a bet is decided once. */
function nameOf({ epoch, kind }: Alert): string {
  return `${epoch}:${kind === 'locked' ? 'lock' : 'result'}`
}

function parseTaken(text: string | null): readonly string[] {
  const result = z.safeParse(TakenAlerts, parseJson(text))
  return result.success ? result.data : []
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
