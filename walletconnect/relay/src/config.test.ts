import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const DATABASE = 'postgres://relay@127.0.0.1/relay'
const NATS = 'nats://127.0.0.1:4222'

describe('parseConfig', () => {
  test('keeps messages in NATS where there is one, and limits in the database', () => {
    const config = parseConfig({ RELAY_DATABASE_URL: DATABASE, RELAY_NATS_URLS: NATS })
    expect(config.store).toMatchObject({ kind: 'nats', servers: [NATS] })
    expect(config.limitsDatabaseUrl).toBe(DATABASE)
    expect(parseConfig({ RELAY_NATS_URLS: NATS }).limitsDatabaseUrl).toBeNull()
  })

  test('keeps messages in the database, or for tests in memory', () => {
    const { store } = parseConfig({ RELAY_DATABASE_URL: DATABASE })
    expect(store).toEqual({ kind: 'postgres', databaseUrl: DATABASE })
    const forTests = parseConfig({ RELAY_DATABASE_URL: 'memory' })
    expect(forTests).toMatchObject({ store: { kind: 'memory' }, limitsDatabaseUrl: null })
  })

  test.each([
    [{}, 'RELAY_DATABASE_URL is missing'],
    [{ RELAY_DATABASE_URL: 'disk' }, 'RELAY_DATABASE_URL '],
    [{ RELAY_DATABASE_URL: DATABASE, RELAY_STORE: 'postgres' }, 'RELAY_STORE cannot be set any'],
  ])('error: refuses %j', (env, problem) => {
    expect(() => parseConfig(env)).toThrow(problem)
  })
})
