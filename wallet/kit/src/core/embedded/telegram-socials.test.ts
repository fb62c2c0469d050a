import { expect, test } from 'vitest'
import { telegramSocials } from './telegram-socials.ts'

const NONE = { isIos: false, isAndroid: false, isMac: false }
const ALL = ['google', 'x', 'discord', 'facebook'] as const

test.each([
  [{ ...NONE, isIos: true }, ['x', 'discord', 'facebook']],
  [{ ...NONE, isMac: true }, ['google', 'discord', 'facebook']],
  [{ ...NONE, isAndroid: true }, ['google', 'discord']],
  [NONE, ALL],
])('offers what works in Telegram: %o', (device, offered) => {
  expect(telegramSocials(ALL, device)).toEqual(offered)
})
