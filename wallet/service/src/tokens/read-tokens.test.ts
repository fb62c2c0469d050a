import { describe, expect, test } from 'vitest'
import { InvalidTokensError } from './errors.ts'
import { readTokens } from './read-tokens.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'

const read = (tokens: readonly object[]) =>
  readTokens({ inline: JSON.stringify(tokens), file: null })
const token = (symbol: string, address = OTHER) => ({
  chainId: 56,
  address,
  name: 'Some token',
  symbol,
  decimals: 18,
})

describe('readTokens', () => {
  test('bundles tokens of both public chains, with the wrapped coin and tokens for routes', async () => {
    const tokens = await readTokens({ inline: null, file: null })
    for (const id of [56, 97]) {
      const ofChain = tokens.filter(({ chainId }) => chainId === id)
      expect(ofChain.filter(({ wrapsCoin }) => wrapsCoin)).toHaveLength(1)
    }
    expect(tokens.filter(({ chainId }) => chainId === 56).length).toBeGreaterThan(50)
    expect(tokens.filter(({ isHub }) => isHub).map(({ symbol }) => symbol)).toContain('USDT')
  })

  test('an entry of the operator replaces the bundled one of the same address', async () => {
    const tokens = await read([token('USDT', USDT)])
    expect(tokens.filter(({ address }) => address === USDT)).toMatchObject([{ name: 'Some token' }])
  })

  test.each(['USDT', 'usdt', 'ＵＳＤＴ', 'USD\u200bT', 'USDТ'])(
    'error: refuses another token whose symbol looks like USDT: %j',
    async (symbol) => {
      await expect(read([token(symbol)])).rejects.toThrow(InvalidTokensError)
      await expect(read([token(symbol)])).rejects.toThrow('symbols that look alike')
    },
  )

  test('error: names the variable and the field of an invalid list', async () => {
    await expect(read([{ ...token('X'), decimals: -1 }])).rejects.toThrow(
      /WALLET_TOKENS.*decimals/s,
    )
    await expect(readTokens({ inline: '{', file: null })).rejects.toThrow('WALLET_TOKENS')
    await expect(readTokens({ inline: null, file: '/none.json' })).rejects.toThrow(
      'WALLET_TOKENS_FILE',
    )
  })
})
