import { expect, test } from 'vitest'
import { inSchema } from './in-schema.ts'

test('adds the search path and keeps what the URL has', () => {
  const url = 'postgres://game:p%40ss@db.example:5433/game?sslmode=require&options=-c%20jit%3Doff'
  const { searchParams, host, password } = new URL(inSchema(url, 'market_btc'))
  expect(searchParams.get('options')).toBe('-c jit=off -c search_path=market_btc')
  expect(searchParams.get('sslmode')).toBe('require')
  expect([host, password]).toEqual(['db.example:5433', 'p%40ss'])
})

test('leaves the URL of the default market as it is', () => {
  expect(inSchema('postgres://game@db/game', null)).toBe('postgres://game@db/game')
})
