import { expect, test } from 'vitest'
import { isShownBySafe } from './is-shown-by-safe.ts'

const SAFE = ['https://app.safe.global']
const TELEGRAM = ['https://web.telegram.org']

test.each([
  ['in Safe', SAFE, false, true],
  ['in Safe, with the launch data of Telegram in the address', SAFE, true, true],
  ['in Telegram, where storage is blocked after a reload', TELEGRAM, false, false],
  ['in Telegram', TELEGRAM, true, false],
  ['in a frame of a browser that names no origins', undefined, false, true],
  ['in a frame of such a browser in Telegram', undefined, true, false],
])('%s', (_, ancestorOrigins, isOfTelegram, isSafe) => {
  const page = { parent: {}, location: { ancestorOrigins } } as unknown as Window
  expect(isShownBySafe(page, isOfTelegram)).toBe(isSafe)
})

test('in no frame', () => {
  expect(isShownBySafe(window, false)).toBe(false)
})
