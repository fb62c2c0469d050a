import { readArtifact } from '@bullring/contracts/artifact'
import { type Address, encodeFunctionData, namehash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRpcClient } from '../chain/rpc-client.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { firstName } from './first-name.ts'
import { createSpaceIdResolver } from './space-id.ts'

const ACCOUNT: Address = '0x000000000000000000000000000000000000dEaD'
const OTHER: Address = '0x000000000000000000000000000000000000bEEF'
const AVATAR = 'https://example.com/me.png'

let chain: TestChain
let registry: Address

beforeAll(async () => {
  chain = await startTestChain()
  registry = await chain.deploy('MockNameRegistry')
})
afterAll(() => chain.stop())

async function setRecord(node: string, name: string, account: Address, avatar = '') {
  const { abi } = readArtifact('MockNameRegistry')
  const args = [namehash(node), name, account, avatar]
  await chain.send({
    to: registry,
    data: encodeFunctionData({ abi, functionName: 'set', args }),
  })
}

const reverseOf = (account: Address) => `${account.slice(2).toLowerCase()}.addr.reverse`
const zero: Address = '0x0000000000000000000000000000000000000000'
const resolve = (account: Address) =>
  createSpaceIdResolver(createRpcClient(chain.chainRpc, TEST_CHAIN), registry)(account)

describe('createSpaceIdResolver', () => {
  test('returns name and picture of an account, and nothing for others', async () => {
    await setRecord(reverseOf(ACCOUNT), 'alice.bnb', zero)
    await setRecord('alice.bnb', '', ACCOUNT, AVATAR)
    expect(await resolve(ACCOUNT)).toEqual({ name: 'alice.bnb', avatar: AVATAR })
    expect(await resolve(registry)).toEqual({ name: null, avatar: null })
  })

  test('error: believes no reverse record that claims the name of someone else', async () => {
    await setRecord(reverseOf(OTHER), 'alice.bnb', zero)
    expect(await resolve(OTHER)).toEqual({ name: null, avatar: null })
  })

  test('error: shows no name that imitates another', async () => {
    // A Cyrillic letter.
    await setRecord(reverseOf(OTHER), 'аlice.bnb', zero)
    expect(await resolve(OTHER)).toEqual({ name: null, avatar: null })
  })
})

describe('firstName', () => {
  const named = (name: string | null) => () => Promise.resolve({ name, avatar: null })
  const failed: unknown[] = []
  const failing = () => Promise.reject(new Error('down'))

  test('prefers names registered here, then the order of the sources, past those that fail', async () => {
    const report = (error: unknown) => failed.push(error)
    const own = firstName(named('own'), [named('sid')], report)
    expect(await own(ACCOUNT)).toMatchObject({ name: 'own' })
    const next = firstName(named(null), [failing, named('sid'), named('ens')], report)
    expect(await next(ACCOUNT)).toMatchObject({ name: 'sid' })
    expect(failed).toHaveLength(1)
    const none = firstName(failing, [failing], report)
    expect(await none(ACCOUNT)).toEqual({ name: null, avatar: null })
  })
})
