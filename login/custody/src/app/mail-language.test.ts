import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readChangeLink } from '../testing/email-change.ts'
import { PUBLIC_ORIGIN, startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createDevice,
  createUserWithWallet,
  logInElsewhere,
  newEmail,
  readMails,
  revokeDevice,
} from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

const SPANISH = { 'accept-language': 'es' }

test('a login, its mail and its page are in the language of the page that began it', async () => {
  const { email } = await createUserWithWallet(custody)
  const device = await createDevice(custody)
  await device.post('/core/email/start', { email }, { headers: SPANISH })
  const [mail] = await readMails(custody, email)
  expect(mail?.subject).toBe('Aprueba este inicio de sesión')
  const path = mail?.links[0]?.slice(PUBLIC_ORIGIN.length) ?? ''
  expect(path).toContain('&l=es')
  // Mail programs open links in another browser.
  const headers = { 'accept-language': 'tr' }
  const page = await (await fetch(custody.url + path, { headers })).text()
  expect(page).toContain('<html lang="es">')
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ t: new URL(path, custody.url).searchParams.get('t') ?? '' })
  body.set('decision', 'approve')
  const post = { method: 'POST', headers: { ...headers, origin: PUBLIC_ORIGIN }, body }
  expect(await (await fetch(custody.url + action, post)).text()).toContain(
    'Inicio de sesión aprobado',
  )
})

test('the link of a change of address keeps the language of its request', async () => {
  const user = await createUserWithWallet(custody)
  const body = { email: newEmail() }
  await user.post('/core/email-change/start', body, { headers: SPANISH })
  const link = await readChangeLink(custody, user.email, /^Cambia tu email/)
  expect(await (await fetch(custody.url + link)).text()).toContain('<h1>Cambia tu email</h1>')
})

test('the owner of a removed device gets a mail, in the language of who removed it, once', async () => {
  const user = await createUserWithWallet(custody)
  const { device } = await logInElsewhere(custody, user.email)
  await revokeDevice(custody, user, device.id, { headers: SPANISH })
  await revokeDevice(custody, user, device.id, { headers: SPANISH })
  await user.post('/core/devices/revoke', { deviceId: user.device.id })
  const subjects = async () => (await readMails(custody, user.email)).map(({ subject }) => subject)
  await expect
    .poll(subjects, { timeout: 60_000 })
    .toContain('A device was removed from your wallet')
  const spanish = (await subjects()).filter((each) => each.startsWith('Se eliminó un dispositivo'))
  expect(spanish).toHaveLength(1)
})
