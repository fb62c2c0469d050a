import { toEpoch } from '@bullring/prediction/units'
import { beforeEach, expect, test } from 'vitest'
import type { AlertKind } from '#settings/alert-signals.ts'
import { announce } from './announce.ts'
import type { Alert } from './stage-watch.ts'
import { takeAlerts } from './take-alerts.ts'

const OWNER = {
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  market: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
} as const
const ALL = { hasSound: true, hasVibration: true, hasNotifications: true }
const NONE = { hasSound: false, hasVibration: false, hasNotifications: false }

const alertOf = (epoch: bigint, kind: AlertKind): Alert => ({ epoch: toEpoch(epoch), kind })

beforeEach(() => localStorage.clear())

function openTab({ settings = ALL, isHidden = false, delay = () => Promise.resolve() } = {}) {
  const heard: string[] = []
  const signal = (alerts: readonly Alert[]) =>
    announce(alerts, {
      settings: () => settings,
      isHidden: () => isHidden,
      take: (found) => takeAlerts(OWNER, found),
      play: (kind) => heard.push(`sound ${kind}`),
      vibrate: (kind) => heard.push(`vibration ${kind}`),
      notify: ({ epoch, kind }, isSilent) =>
        heard.push(`${isSilent ? 'silent ' : ''}notification ${epoch} ${kind}`),
      delay,
    })
  return { heard, signal }
}

test('signals in each way that is switched on, notifications only of a hidden page', async () => {
  const shown = openTab()
  await shown.signal([alertOf(9n, 'locked')])
  expect(shown.heard).toEqual(['sound locked', 'vibration locked'])
  const hidden = openTab({ isHidden: true })
  await hidden.signal([alertOf(9n, 'won')])
  // The page plays its own sound.
  expect(hidden.heard).toEqual(['sound won', 'vibration won', 'silent notification 9 won'])
  const quiet = openTab({ settings: { ...NONE, hasNotifications: true }, isHidden: true })
  await quiet.signal([alertOf(10n, 'lost')])
  expect(quiet.heard).toEqual(['notification 10 lost'])
})

test('signals nothing while everything is off', async () => {
  const { heard, signal } = openTab({ settings: NONE, isHidden: true })
  await signal([alertOf(9n, 'won')])
  expect(heard).toEqual([])
})

test('plays one tone for several alerts, the best result', async () => {
  const { heard, signal } = openTab({ settings: { ...NONE, hasSound: true } })
  await signal([alertOf(10n, 'locked'), alertOf(8n, 'lost'), alertOf(9n, 'won')])
  expect(heard).toEqual(['sound won'])
})

test('of several tabs, one signals an alert: the one in view', async () => {
  const waiting = Promise.withResolvers<void>()
  const hidden = openTab({ isHidden: true, delay: () => waiting.promise })
  const shown = [openTab(), openTab()]
  const hiddenDone = hidden.signal([alertOf(9n, 'lost')])
  await Promise.all(shown.map(({ signal }) => signal([alertOf(9n, 'lost')])))
  waiting.resolve()
  await hiddenDone
  expect(hidden.heard).toEqual([])
  expect(shown.flatMap(({ heard }) => heard)).toEqual(['sound lost', 'vibration lost'])
})

test('signals nothing again after a reload', async () => {
  await openTab().signal([alertOf(9n, 'locked'), alertOf(8n, 'won')])
  const { heard, signal } = openTab()
  await signal([alertOf(9n, 'locked'), alertOf(8n, 'lost')])
  expect(heard).toEqual([])
})

test('error: the stored value cannot be read', async () => {
  const key = `bullring.alerts.${OWNER.market}.${OWNER.account}`.toLowerCase()
  localStorage.setItem(key, '{"a":1')
  const { heard, signal } = openTab()
  await signal([alertOf(9n, 'locked')])
  expect(heard).toEqual(['sound locked', 'vibration locked'])
})
