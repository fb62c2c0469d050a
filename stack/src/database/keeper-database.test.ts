import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { newKeeperUrl } from './keeper-database.ts'

const of = (KEEPER_DATABASE_URL: string) => parseSettings({ KEEPER_DATABASE_URL }, [])

test('npm start accepts the URL that setup makes', () => {
  const url = newKeeperUrl()
  expect(of(url).keeperDatabaseUrl?.href).toBe(url)
  expect(newKeeperUrl()).not.toBe(url)
})

test.each([
  'postgres://bullring:0123456789abcdef0123456789abcdef@127.0.0.1:4002/game',
  'postgres://bullring_keeper:short@127.0.0.1:4002/game',
  "postgres://bullring_keeper:0123456789abcdef0123456789abcde'@127.0.0.1:4002/game",
  'postgres://bullring_keeper:0123456789abcdef0123456789abcdef@10.0.0.1:4002/game',
  'postgres://bullring_keeper:0123456789abcdef0123456789abcdef@127.0.0.1:4002/custody',
])('error: refuses %s', (url) => {
  expect(() => of(url)).toThrow('KEEPER_DATABASE_URL must be postgres://bullring_keeper')
})
