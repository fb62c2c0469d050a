import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { OPERATOR_TOKEN_FILE, withLocalTokens } from './operator-tokens.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('makes the tokens of a local chain once, in files that others cannot read', async () => {
  const { serviceEnv } = await withLocalTokens(parseSettings({}, []), folder)
  expect(serviceEnv['OPERATOR_TOKEN']).toMatch(/^[0-9a-f]{48}$/)
  expect(serviceEnv['METRICS_TOKEN']).not.toBe(serviceEnv['OPERATOR_TOKEN'])
  expect((await stat(join(folder, OPERATOR_TOKEN_FILE))).mode & 0o777).toBe(0o600)
  expect((await withLocalTokens(parseSettings({}, []), folder)).serviceEnv).toEqual(serviceEnv)
})

test('leaves the tokens that are set', async () => {
  const given = parseSettings({ OPERATOR_TOKEN: 'x'.repeat(32) }, [])
  const { serviceEnv } = await withLocalTokens(given, folder)
  expect(serviceEnv['OPERATOR_TOKEN']).toBe('x'.repeat(32))
})

test('makes none on a public chain', async () => {
  const settings = parseSettings({ CHAIN_ID: '56', RPC_URL: 'https://node.example' }, [])
  expect(await withLocalTokens(settings, folder)).toBe(settings)
})
