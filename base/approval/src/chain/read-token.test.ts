import { encodeAbiParameters, type Hex, numberToHex, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../errors.ts'
import { createChainClient } from './chain-client.ts'
import { readToken } from './read-token.ts'

const TOKEN = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'
const DECIMALS = '0x313ce567'

const word = (text: string) => stringToHex(text, { size: 32 })
const abiText = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])

/** Reads a token whose contract responds with `symbol`, and with 18 decimals. */
function readWith(symbol: Hex | Error, decimals: Hex = numberToHex(18, { size: 32 })) {
  const client = createChainClient(({ method, params }) => {
    if (method !== 'eth_call') return Promise.resolve('0x1')
    const [{ data }] = params as [{ data: string }]
    const result = data.startsWith(DECIMALS) ? decimals : symbol
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result)
  })
  return readToken(client, TOKEN)
}

const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code })

describe('readToken', () => {
  test.each([
    ['a text', abiText('USDT'), 'USDT'],
    ['32 bytes', word('MKR'), 'MKR'],
    ['32 bytes without zeros', word('A'.repeat(32)), 'A'.repeat(16)],
    ['32 bytes in UTF-8', word('ŁID'), 'ŁID'],
    ['a long text', abiText('A'.repeat(40)), 'A'.repeat(16)],
    ['an empty text', abiText(''), ''],
  ])('reads a symbol that is %s', async (_, data, symbol) => {
    expect(await readWith(data)).toEqual({ symbol, decimals: 18 })
  })

  test.each([
    ['does not have the function', rpcError(3, 'execution reverted')],
    ['runs into an invalid opcode', rpcError(-32_000, 'invalid opcode: INVALID')],
    ['reverts, as the wallet’s own nodes say', new ChainError('execution reverted', '0x')],
    ['fails at an OpenEthereum node', new ChainError('VM execution error.', undefined)],
    ['does not exist', '0x' as const],
    ['responds with half a word', '0x1234' as const],
    ['responds with a broken text', word('MKR').padEnd(130, 'f') as Hex],
  ])('is null for a contract that %s', async (_, symbol) => {
    expect(await readWith(symbol)).toBeNull()
  })

  test('is null for a contract without decimals', async () => {
    expect(await readWith(abiText('USDT'), '0x')).toBeNull()
  })

  test.each([
    ['does not respond', new TypeError('fetch failed')],
    ['is overloaded', rpcError(-32_005, 'limit exceeded')],
    ['fails', rpcError(-32_603, 'Internal error')],
    ['is none that responds', new ChainError('no node of this chain responds', undefined)],
  ])('error: throws when the node %s', async (_, error) => {
    await expect(readWith(error)).rejects.toThrow()
  })
})
