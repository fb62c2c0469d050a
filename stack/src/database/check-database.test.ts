import { describe, expect, inject, test } from 'vitest'
import { freePort } from '../processes/free-port.ts'
import { checkDatabase } from './check-database.ts'

describe('checkDatabase', () => {
  test('accepts a database that responds', async () => {
    await checkDatabase(inject('postgresUrl'))
  })

  test.each(['127.0.0.1', 'localhost'])('error: no server at %s', async (host) => {
    const url = `postgres://me:secret@${host}:${await freePort()}/game`
    const failure = checkDatabase(url)
    await expect(failure).rejects.toThrow(
      /^The database of DATABASE_URL cannot be opened \(.*ECONNREFUSED.*\)\. Start that server/,
    )
    await expect(failure).rejects.not.toThrow('secret')
  })

  test('error: a database of another host, without a word on encryption', async () => {
    await expect(checkDatabase('postgres://me:secret@db.example/game')).rejects.toThrow(
      'add ?sslmode=verify-full, or sslmode=disable',
    )
  })

  test('error: a database that does not exist', async () => {
    const url = new URL(inject('postgresUrl'))
    url.pathname = '/missing'
    await expect(checkDatabase(url.href)).rejects.toThrow('database "missing" does not exist')
  })
})
