import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withPreview } from './page-preview.ts'

const PAGE = new URL('../../../../web/index.html', import.meta.url)

const PREVIEW = {
  title: 'Round 5: UP won',
  description: 'BNB/USD went up.',
  image: 'https://game.example/share/round/5.png',
  imageAlt: 'Round 5: UP won, +$0.4200',
  url: 'https://game.example/?round=5&symbol=BTC',
}

test('withPreview replaces every tag that previews read, and nothing else', async () => {
  const html = await readFile(PAGE, 'utf8')
  const page = withPreview(html, PREVIEW)
  for (const tag of [
    '<title>Round 5: UP won</title>',
    '<meta property="og:title" content="Round 5: UP won" />',
    '<meta property="og:image" content="https://game.example/share/round/5.png" />',
    '<meta property="og:image:alt" content="Round 5: UP won, +$0.4200" />',
    '<meta property="og:url" content="https://game.example/?round=5&amp;symbol=BTC" />',
    '<link rel="canonical" href="https://game.example/?round=5&amp;symbol=BTC" />',
  ]) {
    expect(page).toContain(tag)
  }
  expect(page.match(/BNB\/USD went up\./g)).toHaveLength(2)
  expect(page).not.toContain('/share.png')
  expect(page.slice(page.indexOf('<body'))).toBe(html.slice(html.indexOf('<body')))
})

test('error: withPreview escapes what could leave its tag', async () => {
  const html = await readFile(PAGE, 'utf8')
  const evil = `"><script>alert('$&')</script>`
  const page = withPreview(html, { ...PREVIEW, title: evil, description: evil, url: evil })
  expect(page).not.toContain('<script>alert')
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;')
})
