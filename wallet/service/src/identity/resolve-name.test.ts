import {
  type Address,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NodesUnreachableError } from '../chain/errors.ts'
import { offchainLookupCode, replyTo } from '../testing/contract-code.ts'
import { type RequestListener, startListener } from '../testing/start-listener.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { createEnsResolver } from './resolve-name.ts'

const ACCOUNT: Address = '0x000000000000000000000000000000000000dEaD'
const RESOLVER = mainnet.contracts.ensUniversalResolver.address
const REVERSE_SELECTOR = toFunctionSelector('reverseWithGateways(bytes,uint256,string[])')

let chain: TestChain
let listener: RequestListener

beforeAll(async () => {
  ;[chain, listener] = await Promise.all([startTestChain(), startListener()])
})
beforeEach(() => {
  listener.requests.length = 0
})
afterAll(() => Promise.all([chain.stop(), listener.close()]))

const setResolver = (code: Hex) => chain.rpc('anvil_setCode', [RESOLVER, code])

/** Puts a resolver on the chain that gives every account this name and picture. */
function setRecords({ name, avatar }: { name: string; avatar: string }) {
  const reverse = encodeAbiParameters(parseAbiParameters('string, address, address'), [
    name,
    ACCOUNT,
    ACCOUNT,
  ])
  const text = encodeAbiParameters(parseAbiParameters('string'), [avatar])
  const resolved = encodeAbiParameters(parseAbiParameters('bytes, address'), [text, ACCOUNT])
  return setResolver(replyTo(REVERSE_SELECTOR, reverse, resolved))
}

const resolve = () => createEnsResolver(chain.rpcUrl)(ACCOUNT)

describe('createEnsResolver', () => {
  test.each(['https://example.com/me.png', 'data:image/png;base64,AAAA'])(
    'returns the name and the picture %s as they are recorded',
    async (avatar) => {
      await setRecords({ name: 'alice.eth', avatar })
      expect(await resolve()).toEqual({ name: 'alice.eth', avatar })
    },
  )

  test.each([
    'LISTENER/latest/meta-data',
    'ipfs://QmX',
    'eip155:1/erc721:0xb47e/1',
    'data:text/html,x',
  ])('error: fetches nothing for the picture %s', async (record) => {
    await setRecords({ name: 'alice.eth', avatar: record.replace('LISTENER', listener.url) })
    expect(await resolve()).toEqual({ name: 'alice.eth', avatar: null })
    expect(listener.requests).toEqual([])
  })

  test('error: fetches no URL that a resolver asks for (EIP-3668)', async () => {
    await setResolver(offchainLookupCode(RESOLVER, [`${listener.url}/{data}`, listener.url]))
    expect(await resolve()).toEqual({ name: null, avatar: null })
    expect(listener.requests).toEqual([])
  })

  test('error: shows no name that imitates another', async () => {
    // A Cyrillic letter.
    await setRecords({ name: 'аlice.eth', avatar: '' })
    expect(await resolve()).toEqual({ name: null, avatar: null })
  })

  test('asks the node once for an account', async () => {
    await setRecords({ name: 'alice.eth', avatar: '' })
    const resolveName = createEnsResolver(chain.rpcUrl)
    expect((await resolveName(ACCOUNT)).name).toBe('alice.eth')
    await setRecords({ name: 'bob.eth', avatar: '' })
    expect((await resolveName(ACCOUNT)).name).toBe('alice.eth')
  })

  test('error: reports a node that does not respond', async () => {
    const resolveName = createEnsResolver('http://127.0.0.1:9')
    await expect(resolveName(ACCOUNT)).rejects.toThrow(NodesUnreachableError)
  })
})
