import { testBrand } from '@bullring/server/testing/test-brand'
import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const CONTENT = {
  language: 'en' as const,
  subject: 'Your login code',
  preview: 'The code expires soon.',
  heading: 'Log in',
  paragraphs: ['Enter this code.'],
  notes: ['Ignore this mail if you did not request it.'],
}

test('shows a code in two groups, in both forms', async () => {
  const { html, text } = await renderMail({ ...CONTENT, code: '012345' })
  expect(html).toContain('012 345')
  expect(text).toContain('\n    012 345\n')
})

test('loads nothing and runs nothing', async () => {
  const { html } = await renderMail({
    ...CONTENT,
    button: { label: 'Review', url: 'https://wallet.example/device?t=1' },
  })
  expect(html).not.toMatch(/<(?:img|script|link|iframe|object)|url\(|@import/)
  expect(html.match(/https?:\/\/[^\s"<]+/g)).toEqual([
    'https://wallet.example/device?t=1',
    'https://wallet.example/device?t=1',
  ])
})

test('shows texts of strangers as text', async () => {
  const { html } = await renderMail({
    ...CONTENT,
    details: [{ label: 'Browser', value: '<a href="https://evil.example">click</a>' }],
  })
  expect(html).not.toContain('<a href="https://evil.example"')
})

test('breaks long addresses wherever they occur, so that the mail fits a phone', async () => {
  const address = `${'a'.repeat(64)}@example.com`
  const { html } = await renderMail({
    ...CONTENT,
    heading: `Change your email to ${address}`,
    paragraphs: [`Log in with ${address} from now on.`],
    details: [{ label: 'New email', value: address }],
  })
  const places = html.match(/<(?:h1|p|td)[^>]*>[^<]*a{64}@/g) ?? []
  expect(places).toHaveLength(3)
  for (const place of places) expect(place).toContain('overflow-wrap:anywhere')
})

test('a brand gives the mail its name and colours, and changes no fact', async () => {
  const { subject, html, text } = await renderMail(
    {
      ...CONTENT,
      subject: 'Log in to Bullring',
      button: { label: 'Open', url: 'https://bullring.example/Bullring' },
    },
    testBrand(),
  )
  expect(subject).toBe('Log in to Acme & Sons')
  expect(html).toContain('>Acme &amp; Sons</p>')
  expect(html).toContain('background:#0b4f9e;color:#ffffff')
  expect(html).toContain('.button { background: #8ab8ff !important; color: #14110d !important }')
  expect(text).toContain('-- \nAcme & Sons\n')
  expect(text).toContain('https://bullring.example/Bullring')
})
