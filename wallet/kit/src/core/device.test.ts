import { describe, expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const AGENTS = {
  iphoneSafari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  iphoneChrome:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
  androidChrome:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
  macSafari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  windowsChrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
} as const

describe('deviceOf', () => {
  test.each([
    ['an iPhone with Safari', AGENTS.iphoneSafari, 5, [true, true, false, true]],
    ['an iPhone with Chrome', AGENTS.iphoneChrome, 5, [true, true, false, false]],
    ['an Android phone', AGENTS.androidChrome, 5, [true, false, true, false]],
    ['an iPad, whose user agent says Macintosh', AGENTS.macSafari, 5, [true, true, false, true]],
    ['a Mac with Safari', AGENTS.macSafari, 0, [false, false, false, true]],
    ['a laptop with a touch screen', AGENTS.windowsChrome, 10, [false, false, false, false]],
  ] as const)('%s', (_, userAgent, maxTouchPoints, expected) => {
    const { isMobile, isIos, isAndroid, isSafari } = deviceOf({ userAgent, maxTouchPoints })
    expect([isMobile, isIos, isAndroid, isSafari]).toEqual(expected)
  })

  test('treats a server as a desktop', () => {
    expect(deviceOf(undefined).isMobile).toBe(false)
  })
})
