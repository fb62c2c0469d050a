import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withShareImage } from './share-image.ts'

const PAGE = new URL('../../../../web/index.html', import.meta.url)

test('withShareImage makes the share image URL of the page absolute and changes nothing else', async () => {
  const html = await readFile(PAGE, 'utf8')
  const whole = withShareImage(html, 'https://game.example')
  expect(whole).toContain('content="https://game.example/share.png"')
  expect(whole.replace('https://game.example', '')).toBe(html)
})
