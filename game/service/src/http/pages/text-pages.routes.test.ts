import { testBrand } from '@bullring/server/testing/test-brand'
import { describe, expect, test } from 'vitest'
import { textPageRoutes } from './text-pages.routes.ts'

const brand = testBrand({
  texts: new Map([
    ['terms', { en: '# Bets\n\nNo <b>refunds</b>.\n\nNever.', es: 'Sin reembolsos.' }],
  ]),
})

describe('textPageRoutes', () => {
  test('shows a text as headings and paragraphs, never as HTML', async () => {
    const response = await textPageRoutes(brand).request('/terms')
    const html = await response.text()
    expect(html).toContain('<title>Terms of use · Acme &amp; Sons</title>')
    expect(html).toContain('<h2>Bets</h2>')
    expect(html).toContain('<p>No &lt;b&gt;refunds&lt;/b&gt;.</p>')
    expect(html).toContain('--amber: #0b4f9e')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('speaks the language of the link, else the browser’s, else English', async () => {
    const routes = textPageRoutes(brand)
    const get = async (path: string, language: string) =>
      await (await routes.request(path, { headers: { 'accept-language': language } })).text()
    expect(await get('/terms?language=es', 'tr')).toContain('Sin reembolsos.')
    expect(await get('/terms', 'es-MX')).toContain('<html lang="es">')
    expect(await get('/terms?language=tr', 'es')).toContain('<html lang="en">')
  })

  test('has no page without its text', async () => {
    expect((await textPageRoutes(brand).request('/imprint')).status).toBe(404)
    expect((await textPageRoutes(null).request('/terms')).status).toBe(404)
  })
})
