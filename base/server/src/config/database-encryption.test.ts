import { expect, test } from 'vitest'
import { saysEncryption } from './database-encryption.ts'

test.each([
  'postgres://game@127.0.0.1/game',
  'postgres://game:secret@localhost:5433/game',
  'postgresql://game@[::1]/game',
  'postgresql:///game?host=/var/run/postgresql',
  'postgres://game@db.example/game?sslmode=verify-full',
  'postgres://game@db.example/game?options=-c%20jit%3Doff&sslmode=require',
  'postgres://game@database/game?sslmode=disable',
  'postgres://game@db.example/game?host=127.0.0.1',
])('accepts %s', (url) => {
  expect(saysEncryption(url)).toBe(true)
})

test.each([
  'postgres://game@db.example/game',
  'postgres://game:secret@10.0.0.2:5000/game',
  'postgres://game@database/game?sslmode=',
  'postgres://game@database/game?sslmode=yes',
  'postgres://game@db.example/game?ssl=true',
  'postgres:///game?host=db.example',
  'postgres://127.0.0.1/game?host=10.0.0.2',
  'postgres://127.0.0.1/game?host=127.0.0.1&host=db.example',
  'postgres://db.example/game?sslmode=verify-full&sslmode=',
])('error: refuses %s', (url) => {
  expect(saysEncryption(url)).toBe(false)
})
