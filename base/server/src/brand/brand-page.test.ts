import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { testBrand } from '../testing/test-brand.ts'
import { brandFiles } from './brand-files.ts'
import { withBrand, withBrandManifest } from './brand-page.ts'

const WEB = new URL('../../../../game/web/', import.meta.url)
const page = await readFile(new URL('index.html', WEB), 'utf8')
const manifest = await readFile(new URL('public/manifest.webmanifest', WEB), 'utf8')

describe('withBrand', () => {
  test('leaves a page without a brand as it is', () => {
    expect(withBrand(page, null)).toBe(page)
  })

  test('puts name, stylesheet, colours and logo into the page', () => {
    const html = withBrand(page, testBrand())
    expect(html).not.toContain('Bullring')
    expect(html).toContain('<title>Acme &amp; Sons: will the price go up or down?</title>')
    expect(html).toContain('<meta name="application-name" content="Acme &amp; Sons" />')
    expect(html).toContain('<link rel="stylesheet" href="/brand.css" />')
    expect(html).toContain('data-light="#f2f6fb" data-dark="#0d1319"')
    expect(html).toContain('property="og:image:width" content="600"')
  })

  test('keeps names as they are, whatever they contain', () => {
    expect(withBrand(page, testBrand({ name: '$& "x" <b>' }))).toContain(
      '<h1>$&amp; &quot;x&quot; &lt;b&gt;</h1>',
    )
  })

  test('takes the inlined logo out', () => {
    const inlined = '<head></head><img src="data:image/svg+xml,%3Csvg" alt="">'
    expect(withBrand(inlined, testBrand())).toContain('<img src="/favicon.svg" alt="">')
  })
})

describe('withBrandManifest', () => {
  test('names the brand, its icon and its colours', () => {
    expect(JSON.parse(withBrandManifest(manifest, testBrand()))).toMatchObject({
      name: 'Acme & Sons: BNB up or down',
      short_name: 'Acme & Sons',
      theme_color: '#f2f6fb',
      start_url: '/',
      icons: [{ src: '/icon-512.png', sizes: '600x600' }, { purpose: 'maskable' }],
    })
    expect(withBrandManifest(manifest, null)).toBe(manifest)
  })
})

describe('brandFiles', () => {
  test('stand in for the pictures of the product, and run nothing', () => {
    const files = brandFiles(testBrand())
    const logo = files.get('/favicon.svg')
    expect(logo?.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    for (const path of ['/icon-192.png', '/apple-touch-icon.png', '/share.png', '/favicon.ico']) {
      expect(files.get(path)?.headers['content-type']).toBe('image/png')
    }
    const style = new TextDecoder().decode(files.get('/brand.css')?.body)
    expect(style).toContain('--accent: #0b4f9e;')
    expect(style).toContain(':root:root[data-theme="dark"]')
  })

  test('are none without a brand', () => {
    expect(brandFiles(null).size).toBe(0)
  })
})
