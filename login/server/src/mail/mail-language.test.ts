import { requestLanguage } from '@bullring/server/http/request-language'
import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { formPath, linkLanguage, linkPath } from './mail-language.ts'

async function languageOf(read: (c: Context) => string, query: string, header?: string) {
  const app = new Hono().get('/', (c) => c.text(read(c)))
  const headers = header === undefined ? {} : { 'accept-language': header }
  return await (await app.request(`/${query}`, { headers })).text()
}

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['tr', 'tr'],
  ['de, pt;q=0.4, es-MX;q=0.8', 'es'],
  ['zh-Hans-CN,zh;q=0.9', 'zh-CN'],
  ['fr-FR,fr', 'en'],
  ['vi;q=x, es;q=0.1', 'es'],
])('the browser’s %j is %s', async (header, language) => {
  expect(await languageOf(requestLanguage, '', header)).toBe(language)
})

test('a mailed link keeps the language of its mail, also when its form is posted', async () => {
  const link = linkPath('/device', 'token', 'pt-BR')
  expect(link).toBe('/device?t=token&l=pt-BR')
  expect(await languageOf(linkLanguage, link.slice('/device'.length), 'tr')).toBe('pt-BR')
  expect(formPath('/device', 'pt-BR')).toBe('/device?l=pt-BR')
  expect(linkPath('/device', 'token', 'en')).toBe('/device?t=token')
  expect(formPath('/device', 'en')).toBe('/device')
})

test('error: an unknown language in a link is that of the browser', async () => {
  expect(await languageOf(linkLanguage, '?l=xx', 'tr')).toBe('tr')
})
