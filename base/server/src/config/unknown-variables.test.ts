import { describe, expect, test } from 'vitest'
import { unknownVariables } from './unknown-variables.ts'

const KNOWN = ['PORT', 'GAME_ROLES', 'GAME_POLL_INTERVAL_MS', 'GAME_SIGN_IN']

describe('unknownVariables', () => {
  test.each([
    ['GAME_POLL_INTERVALL_MS', 'GAME_POLL_INTERVAL_MS'],
    ['GAME_ROELS', 'GAME_ROLES'],
    ['GAME_SIGNIN', 'GAME_SIGN_IN'],
    ['GAME_ROLES_', 'GAME_ROLES'],
  ])('finds %s and suggests %s', (name, nearest) => {
    const env = { [name]: '1', GAME_ROLES: '1' }
    expect(unknownVariables(env, KNOWN, 'GAME_')).toEqual([{ name, nearest }])
  })

  test('finds nothing among known variables and those of other programs', () => {
    const env = {
      GAME_ROLES: '',
      GAMES_ROLES: '1',
      PATH: '/bin',
      WALLET_PROT: '1',
      GAME_OLD: '',
      OTEL_X: '1',
    }
    expect(unknownVariables(env, KNOWN, 'GAME_')).toEqual([])
    expect(unknownVariables({ CUSTODY_KEKS: '1' }, ['CUSTODY_PUBLIC_URL'], 'GAME_')).toEqual([])
  })
})
