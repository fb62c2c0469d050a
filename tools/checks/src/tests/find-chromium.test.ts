import { describe, expect, test } from 'vitest'
import { findChromium, NoBrowserError } from './find-chromium.ts'

const find = (CHROMIUM: string) =>
  findChromium({ env: { CHROMIUM }, report: () => undefined, signal: AbortSignal.timeout(60_000) })

describe('findChromium', () => {
  test('prefers the browser that CHROMIUM names', async () => {
    expect(await find(process.execPath)).toEqual({
      path: process.execPath,
      ordinary: null,
    })
  })

  test('error: CHROMIUM names no file', async () => {
    await expect(find('/nowhere/chromium')).rejects.toThrow(NoBrowserError)
    await expect(find('/nowhere/chromium')).rejects.toThrow('CHROMIUM names no file: /nowhere/')
  })
})
