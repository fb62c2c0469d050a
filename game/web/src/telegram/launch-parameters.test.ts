import { describe, expect, test } from 'vitest'
import { readLaunchParameters, withoutLaunchData } from './launch-parameters.ts'

describe('readLaunchParameters', () => {
  test('reads launch data', () => {
    const launch = readLaunchParameters('#tgWebAppData=a%3D1&tgWebAppVersion=8.0')
    expect(launch).toEqual({ initData: 'a=1', version: '8.0', theme: '' })
  })

  test.each([
    '#tgWebAppData=a&tgWebAppVersion=8.0&tgWebAppData=b',
    '#tgWebAppData=a&tgWebApp%44ata=b&tgWebAppVersion=8.0',
  ])('error: launch data twice: %s', (fragment) => {
    expect(readLaunchParameters(fragment)).toBeNull()
  })
})

test.each([
  ['#tgWebAppData=a&tgWebAppVersion=8.0', '#tgWebAppVersion=8.0'],
  ['#tgWebAppData=a&tgWebAppVersion=8.0&tgWebAppData=b', '#tgWebAppVersion=8.0'],
  ['#tgWebAppVersion=8.0&tgWebApp%44ata=b', '#tgWebAppVersion=8.0'],
  ['#tgWebAppData=a', ''],
])('withoutLaunchData(%s)', (fragment, rest) => {
  expect(withoutLaunchData(fragment)).toBe(rest)
})
