import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { botLink, readBotLink } from './bot-link.ts'

const REQUEST = {
  key: `0x${'ab'.repeat(64)}`,
  market: 'BNB',
  limits: { stake: toWei(10n ** 16n), bets: 100, expiresAt: toUnixSeconds(2_000_000_000) },
} as const

describe('readBotLink', () => {
  test('reads what botLink wrote', () => {
    const link = new URL(botLink('https://game.example', REQUEST))
    expect(link.origin + link.pathname).toBe('https://game.example/authorize-bot')
    expect(readBotLink(link.search)).toEqual(REQUEST)
  })

  test.each([
    ['stake', '0'],
    ['stake', '-1'],
    ['stake', '1e3'],
    ['bets', '0'],
    ['bets', '1.5'],
    ['until', 'tomorrow'],
    ['key', '0x12'],
    ['market', '../x'],
  ])('error: refuses %s %j', (name, value) => {
    const link = new URL(botLink('https://game.example', REQUEST))
    link.searchParams.set(name, value)
    expect(readBotLink(link.search)).toBeNull()
  })
})
