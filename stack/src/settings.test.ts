import { addressFileOf } from '@bullring/contracts/address-file'
import { describe, expect, test } from 'vitest'
import { StackError } from './errors.ts'
import { parseSettings } from './settings.ts'

const PUBLIC = { CHAIN_ID: '56', RPC_URL: 'https://node.example' }
const ADDRESS = `0x${'18'.repeat(20)}`

const chainOf = (env: Record<string, string>) => parseSettings(env, []).chain

describe('parseSettings', () => {
  test('defaults to a local chain with one-minute rounds on port 3000', () => {
    expect(parseSettings({}, [])).toMatchObject({
      host: '127.0.0.1',
      port: 3_000,
      databaseUrl: null,
      isFresh: false,
      chain: { kind: 'local', id: 31_337, roundSeconds: 60, hasBtc: true, hasExchange: true },
    })
    expect(chainOf({})).toHaveProperty('tickerUrl', null)
  })

  test('takes prices of an exchange on request', () => {
    expect(chainOf({ PRICE_SOURCE: 'live' })).toHaveProperty(
      'tickerUrl',
      expect.stringMatching(/^https:.*\{symbol\}/),
    )
    const PRICE_SOURCE = 'http://127.0.0.1:9/{symbol}'
    expect(chainOf({ PRICE_SOURCE })).toHaveProperty('tickerUrl', PRICE_SOURCE)
  })

  test('reads environment and command line, ignoring empty variables', () => {
    const env = {
      PORT: '4100',
      ROUND_SECONDS: '30',
      DATA_DIR: '/data',
      LOG_LEVEL: 'debug',
      BULLRING_HOST: '',
    }
    expect(parseSettings(env, ['--fresh'])).toMatchObject({
      host: '127.0.0.1',
      port: 4_100,
      dataDir: '/data',
      isFresh: true,
      serviceEnv: { LOG_LEVEL: 'debug' },
      chain: { roundSeconds: 30 },
    })
  })

  test('accepts a public chain with its node and contract', () => {
    const env = { CHAIN_ID: '56', RPC_URL: 'https://node.example', PREDICTION_ADDRESS: ADDRESS }
    expect(parseSettings(env, []).chain).toEqual({
      kind: 'public',
      id: 56,
      rpcUrl: 'https://node.example',
      prediction: ADDRESS,
      startBlock: null,
      marketKind: 'bullring',
      marketFile: addressFileOf(56),
    })
    expect(parseSettings({ ...env, MARKET_FILE: '/srv/56.json' }, []).chain).toMatchObject({
      marketFile: new URL('file:///srv/56.json'),
    })
    const withoutAddress = { ...env, PREDICTION_ADDRESS: '', START_BLOCK: '7' }
    expect(parseSettings(withoutAddress, []).chain).toMatchObject({
      prediction: null,
      startBlock: 7,
    })
    const pancake = { ...env, MARKET_KIND: 'pancake-v2' }
    expect(parseSettings(pancake, []).chain).toMatchObject({ marketKind: 'pancake-v2' })
  })

  test.each([
    ['PORT', 'tcp://10.0.0.1:80'],
    ['RELAY', 'wss://relay.example'],
    ['LOG_LEVEL', 'INFO'],
    ['CHAIN_ID', 'cosmoshub-4'],
    ['DATABASE_URL', 'mysql://localhost/other'],
    ['DATABASE_URL', 'file:./dev.db'],
    ['RPC_URL', 'mainnet'],
    ['START_BLOCK', 'latest'],
  ])('ignores %s=%s, which other software sets', (name, value) => {
    const { warnings, ...settings } = parseSettings({ [name]: value }, [])
    const { warnings: none, ...defaults } = parseSettings({}, [])
    expect(settings).toEqual(defaults)
    expect(none).toEqual([])
    expect(warnings).toEqual([expect.stringMatching(`^${name} is ignored`)])
    expect(warnings.join()).not.toContain(value)
  })

  test('ignores such values on a public chain too where they change neither chain nor data', () => {
    const { port, relay, warnings } = parseSettings({ ...PUBLIC, PORT: 'tcp://x', RELAY: 'x' }, [])
    expect({ port, relay }).toEqual({ port: 3_000, relay: 'auto' })
    expect(warnings).toHaveLength(2)
  })

  test('listens on BULLRING_HOST only', () => {
    const HOST = '0.0.0.0'
    const { host, warnings } = parseSettings({ HOST }, [])
    expect(host).toBe('127.0.0.1')
    expect(warnings.join()).toBe('HOST is ignored: BULLRING_HOST is the address to listen on')
    expect(parseSettings({ HOST, BULLRING_HOST: HOST }, [])).toMatchObject({
      host: HOST,
      warnings: [],
    })
  })

  test.each(['1337', '909090909'])('accepts %s as the id of a local chain', (CHAIN_ID) => {
    const { chain } = parseSettings({ CHAIN_ID }, [])
    expect(chain).toMatchObject({ kind: 'local', id: Number(CHAIN_ID) })
  })

  test.each([
    [{ ROUND_SECONDS: 'abc' }, 'ROUND_SECONDS must be a whole number'],
    [{ PRICE_SOURCE: 'exchange' }, 'PRICE_SOURCE must be replay, live or a URL'],
    [{ PRICE_SOURCE: 'file:///prices' }, 'PRICE_SOURCE must be replay, live or a URL'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535'],
    [{ ROUND_SECONDS: '1' }, 'ROUND_SECONDS must be a whole number from 10'],
    [{ CHAIN_ID: 'bsc', RPC_URL: 'https://node.example' }, 'CHAIN_ID must be a whole number'],
    [{ ...PUBLIC, DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
    [{ ...PUBLIC, RPC_URL: 'node.example' }, 'RPC_URL must be an http(s) URL'],
    [{ ...PUBLIC, START_BLOCK: 'latest' }, 'START_BLOCK must be a whole number'],
    [{ CHAIN_ID: '56' }, 'set RPC_URL'],
    [{ CHAIN_ID: '1' }, 'Chain 1 is Ethereum, a public chain'],
    [{ CHAIN_ID: '204' }, 'Chain 204 is opBNB, a public chain'],
    [{ PREDICTION_ADDRESS: ADDRESS }, 'PREDICTION_ADDRESS names contracts of a public chain'],
    [{ PREDICTION_ADDRESS: ADDRESS }, 'leave PREDICTION_ADDRESS unset'],
    [{ GAME_MARKETS: `BNB=${ADDRESS}` }, 'GAME_MARKETS names contracts of a public chain'],
    [{ MARKET_KIND: 'pancake-v2' }, 'The local chain has no pancake-v2 market'],
    [
      { CHAIN_ID: '56', RPC_URL: 'https://node.example', MARKET_KIND: 'pancake-v2' },
      'Set PREDICTION_ADDRESS to the pancake-v2 contract',
    ],
    [{ MARKET_KIND: 'pancake' }, 'MARKET_KIND must be bullring or pancake-v2'],
  ])('error: rejects %j with a reason', (env, text) => {
    expect(() => parseSettings(env, [])).toThrow(StackError)
    expect(() => parseSettings(env, [])).toThrow(text)
  })

  test('error: never repeats a value, which may be a password', () => {
    const DATABASE_URL = 'mysql://me:secret@host'
    const read = () => parseSettings({ ...PUBLIC, DATABASE_URL }, [])
    expect(read).toThrow(/^(?!.*secret)/)
    expect(parseSettings({ DATABASE_URL }, []).warnings.join()).not.toContain('secret')
  })

  test('error: rejects an unknown option', () => {
    expect(() => parseSettings({}, ['--frsh'])).toThrow('Unknown option "--frsh"')
  })

  const BACKUP_KEY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
  const BACKUPS = { BACKUP_DIR: '/var/backups', BACKUP_KEY }

  test('backs up the bundled server of a public chain alone', () => {
    const backups = { folder: '/var/backups', key: BACKUP_KEY }
    expect(parseSettings({ ...PUBLIC, ...BACKUPS }, []).backups).toEqual(backups)
    const DATABASE_URL = 'postgres://127.0.0.1/bullring'
    for (const env of [BACKUPS, { ...PUBLIC, ...BACKUPS, DATABASE_URL }]) {
      expect(parseSettings(env, [])).toMatchObject({
        backups: null,
        warnings: [expect.stringContaining('BACKUP_DIR is ignored')],
      })
    }
  })

  test('ignores variables of other backups for a local chain', () => {
    const { backups, warnings } = parseSettings({ BACKUP_DIR: 'D:', BACKUP_KEY: 'other' }, [])
    expect(backups).toBeNull()
    expect(warnings).toEqual([
      expect.stringContaining('BACKUP_DIR is ignored'),
      expect.stringContaining('BACKUP_KEY is ignored'),
    ])
  })

  test.each([
    ['BACKUP_DIR needs BACKUP_KEY', { BACKUP_KEY: '' }],
    ['BACKUP_KEY must be a key of age', { BACKUP_KEY: 'secret' }],
    ['BACKUP_DIR must be an absolute path', { BACKUP_DIR: 'backups' }],
  ])('error: %s', (sentence, env) => {
    expect(() => parseSettings({ ...PUBLIC, ...BACKUPS, ...env }, [])).toThrow(sentence)
  })
})
