import { describe, expect, test } from 'vitest'
import { broken } from './finding.ts'
import { hideSecrets } from './hide-secrets.ts'

describe('hideSecrets', () => {
  test('hides a password with a per cent sign that encodes nothing', () => {
    const settings = { MAIL_URL: 'smtps://user:100%secret@mail.example' }
    const findings = [broken('mail', 'the server refused 100%secret')]
    const [finding] = hideSecrets(findings, [settings])
    expect(finding?.why).toBe('the server refused ***')
  })

  test('hides an encoded password and its meaning', () => {
    const settings = { MAIL_URL: 'smtps://user:pass%20word@mail.example' }
    const [finding] = hideSecrets([broken('mail', 'pass%20word is pass word')], [settings])
    expect(finding?.why).toBe('*** is ***')
  })
})
