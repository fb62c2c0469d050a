import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseColours } from './choose-colours.ts'

const NONE = { accent: undefined, background: undefined }

describe('chooseColours', () => {
  test('takes the colours of an app that keep everything readable', () => {
    const light = { accent: 'rgb(0, 82, 165)', background: 'rgb(255, 255, 255)' }
    expect(chooseColours({ theme: 'light', ...light })).toEqual(light)
    const dark = { accent: 'rgb(120, 200, 255)', background: 'rgb(0, 0, 0)' }
    expect(chooseColours({ theme: 'dark', ...dark })).toEqual(dark)
  })

  test.each([
    ['the colour of the title', 'light', 'rgb(29, 24, 18)'],
    ['the colour of small texts', 'light', 'rgb(90, 79, 65)'],
    ['a grey between both', 'light', 'rgb(128, 128, 128)'],
    ['white with the dark theme', 'dark', 'rgb(255, 255, 255)'],
    ['a translucent one', 'light', 'rgba(255, 255, 255, 0.1)'],
    ['one that cannot be read', 'light', 'color(srgb 1 1 1)'],
  ] as const)('ignores a background that hides a text: %s', (_name, theme, background) => {
    expect(chooseColours({ theme, accent: undefined, background })).toEqual(NONE)
  })

  test.each([
    ['the colour of its label', 'light', 'rgb(255, 255, 255)'],
    ['almost that', 'light', 'rgb(150, 150, 150)'],
    ['the colour of the page', 'dark', 'rgb(28, 24, 19)'],
  ] as const)('ignores a colour of the button: %s', (_name, theme, accent) => {
    expect(chooseColours({ theme, accent, background: undefined })).toEqual(NONE)
  })

  test('ignores a button that would vanish on the background of the app', () => {
    const colours = { accent: 'rgb(60, 60, 60)', background: 'rgb(255, 255, 255)' }
    expect(chooseColours({ theme: 'light', ...colours })).toEqual(colours)
    const dark = { accent: 'rgb(128, 128, 128)', background: 'rgb(66, 66, 66)' }
    expect(chooseColours({ theme: 'dark', ...dark })).toEqual({ ...dark, accent: undefined })
  })

  test('compares with the colours of tokens.css', async () => {
    const css = await readFile(
      join(import.meta.dirname, '../../../../base/ui/src/tokens.css'),
      'utf8',
    )
    const [light = '', dark = ''] = css.split('[data-theme="dark"]')
    for (const colour of ['#fffdf9', '#854800', '#ffffff', '#1d1812', '#5a4f41'])
      expect(light).toContain(colour)
    for (const colour of ['#1c1813', '#f0b45c', '#14110d', '#f5eee2', '#bfb3a1'])
      expect(dark).toContain(colour)
  })
})
