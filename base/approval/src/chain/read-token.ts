import { isRevert } from '@bullring/wire/chain/is-revert'
import {
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToString,
  size,
} from 'viem'
import { call } from 'viem/actions'

const MAX_SYMBOL_LENGTH = 16

const WORD_BYTES = 32

/**
 * Returns how a token calls itself; null when the contract is no token. The symbol is untrusted text.
 *
 * @throws the client's error when the node does not respond: that says nothing about the contract.
 */
export async function readToken(
  client: Client,
  address: Address,
): Promise<{ symbol: string; decimals: number } | null> {
  const [symbol, decimals] = await Promise.all([
    readResult(client, address, 'symbol'),
    readResult(client, address, 'decimals'),
  ])
  try {
    return {
      symbol: decodeSymbol(symbol).slice(0, MAX_SYMBOL_LENGTH),
      decimals: decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals }),
    }
  } catch {
    return null
  }
}

/** Returns '0x' when the contract has no such function, or there is none. */
async function readResult(
  client: Client,
  to: Address,
  functionName: 'symbol' | 'decimals',
): Promise<Hex> {
  try {
    const { data } = await call(client, {
      to,
      data: encodeFunctionData({ abi: erc20Abi, functionName }),
    })
    return data ?? '0x'
  } catch (error) {
    if (isRevert(error)) return '0x'
    throw error
  }
}

/** Tokens older than ERC-20's final form, such as MKR, have 32 bytes with zeros at the end in place of a text. */
function decodeSymbol(data: Hex): string {
  return size(data) === WORD_BYTES
    ? hexToString(data, { size: WORD_BYTES }).replaceAll('\0', '')
    : decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data })
}
