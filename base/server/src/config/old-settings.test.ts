import { expect, test } from 'vitest'
import { oldSettingIssues, RENAMED_SETTINGS, WITHDRAWN_SETTINGS } from './old-settings.ts'

test('error: a setting that is called otherwise now is refused, with its name', () => {
  expect(oldSettingIssues({ GAME_RPC_URL: 'http://127.0.0.1:1' }, ['RPC_URL'])).toEqual([
    'GAME_RPC_URL is called RPC_URL now',
  ])
})

test('error: a limit that cannot be set any more is refused, without its value', () => {
  const [issue, ...others] = oldSettingIssues({ RELAY_BYTES_PER_IP: '1024' }, [])
  expect(issue).toMatch(/^RELAY_BYTES_PER_IP cannot be set any more .*268435456/)
  expect(issue).not.toContain('1024')
  expect(others).toEqual([])
})

test('error: the names that compose.yaml passes on are refused too, once', () => {
  const env = { OLD_SETTINGS: ' VAULT_SMTP_URL  CUSTODY_KEKS ', VAULT_SMTP_URL: 'smtp://x' }
  expect(oldSettingIssues(env, [])).toEqual(['VAULT_SMTP_URL is called MAIL_URL now'])
})

test('accepts what the program reads, and what other software sets', () => {
  const env = { WALLET_PORT: '4100', PATH: '/bin', HOST: 'x', toString: 'x' }
  expect(oldSettingIssues(env, ['WALLET_PORT'])).toEqual([])
  expect(oldSettingIssues(env, [])).toEqual(['WALLET_PORT is called PORT now'])
})

test('no setting is both renamed and withdrawn, and none is renamed twice', () => {
  const names = Object.keys(RENAMED_SETTINGS)
  expect(names.filter((name) => name in WITHDRAWN_SETTINGS)).toEqual([])
  const current = Object.values(RENAMED_SETTINGS)
  expect(current.filter((name) => name in RENAMED_SETTINGS)).toEqual([])
})
