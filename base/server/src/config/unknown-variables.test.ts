import { describe, expect, test } from 'vitest'
import { unknownVariables } from './unknown-variables.ts'

const KNOWN = ['GAME_PORT', 'GAME_POLL_INTERVAL_MS', 'GAME_LOG_LEVEL']

describe('unknownVariables', () => {
  test.each([
    ['GAME_POLL_INTERVALL_MS', 'GAME_POLL_INTERVAL_MS'],
    ['GAME_PROT', 'GAME_PORT'],
    ['GAME_LOGLEVEL', 'GAME_LOG_LEVEL'],
    ['GAME_PORT_', 'GAME_PORT'],
  ])('finds %s and suggests %s', (name, nearest) => {
    expect(unknownVariables({ [name]: '1', GAME_PORT: '1' }, KNOWN)).toEqual([{ name, nearest }])
  })

  test('finds nothing among known variables and those of other programs', () => {
    const env = {
      GAME_PORT: '',
      GAMES_PORT: '1',
      PATH: '/bin',
      WALLET_PROT: '1',
      GAME_OLD: '',
      OTEL_X: '1',
    }
    expect(unknownVariables(env, KNOWN)).toEqual([])
    expect(unknownVariables({ GAME_PROT: '1' }, [])).toEqual([])
  })
})
