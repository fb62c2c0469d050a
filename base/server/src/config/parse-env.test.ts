import { expect, test } from 'vitest'
import * as z from 'zod'
import { wholeNumber } from './env-fields.ts'
import { InvalidConfigError } from './errors.ts'
import { parseEnv } from './parse-env.ts'

const Env = z.object({ PORT: wholeNumber(0, 9).default(4), HOST: z.string('is missing') })

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
    throw error
  }
  return 'no error'
}

test('parseEnv treats an empty variable as absent', () => {
  expect(parseEnv(Env, { HOST: 'x', PORT: '' })).toEqual({ HOST: 'x', PORT: 4 })
  expect(parseEnv(Env, { HOST: 'x', PORT: '7', PATH: '/bin' })).toEqual({ HOST: 'x', PORT: 7 })
})

test('error: parseEnv names every problem at once, and no value', () => {
  const further = (env: object) => ('PORT' in env ? ['PORT is not for this chain'] : [])
  const message = messageOf(() => parseEnv(Env, { PORT: 'secret', HOST: '' }, further))
  for (const phrase of ['PORT must be a whole number', 'HOST is missing', 'not for this chain']) {
    expect(message).toContain(phrase)
  }
  expect(message).not.toContain('secret')
  expect(messageOf(() => parseEnv(Env, { HOST: 'x', PORT: '1' }, further))).toContain('this chain')
  expect(messageOf(() => parseEnv(Env, { HOST: 'x' }, further))).toBe('no error')
})

test('error: parseEnv names a setting that a release had, and its replacement', () => {
  const message = messageOf(() => parseEnv(Env, { HOST: 'x', RELAY_STORE: 'nats' }))
  expect(message).toContain(
    'RELAY_STORE cannot be set any more (messages are kept at RELAY_NATS_URLS',
  )
  expect(messageOf(() => parseEnv(Env, { HOST: 'x', RELAY_STORE: '' }))).toBe('no error')
})
