import { createPublicClient, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployNames, readNamesPlan } from './deploy-names.ts'
import { InvalidPlanError } from './plan-variables.ts'
import { type LocalChain, startLocalChain } from './testing/local-chain.ts'

// Anvil's first account, whose key is public.
const DEPLOYER_PRIVATE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SIGNER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain(31_337)
})
afterAll(() => chain.stop())

const planOf = (overrides: Record<string, string> = {}) =>
  readNamesPlan({
    CHAIN_ID: '31337',
    RPC_URL: chain.rpcUrl,
    OWNER_ADDRESS: OWNER,
    DEPLOYER_PRIVATE_KEY,
    WALLET_SERVICE_URL: 'https://play.example/wallet/',
    NAME_SIGNER_ADDRESS: SIGNER,
    ...overrides,
  })

async function deploy(isSending: boolean, overrides: Record<string, string> = {}) {
  const lines: string[] = []
  const address = await deployNames({
    plan: planOf(overrides),
    isSending,
    print: (line) => lines.push(line),
  })
  return { address, text: lines.join('\n') }
}

describe('deployNames', () => {
  test('deploys the resolver with owner, gateway and signer', async () => {
    const { address, text } = await deploy(true)
    if (address === null) throw new Error('not deployed')
    expect(text).toContain(`deployed         ${address}`)
    const abi = parseAbi([
      'function owner() view returns (address)',
      'function gatewayUrl() view returns (string)',
      'function signer() view returns (address)',
    ])
    const client = createPublicClient({ transport: http(chain.rpcUrl) })
    const read = (functionName: 'owner' | 'gatewayUrl' | 'signer') =>
      client.readContract({ address, abi, functionName })
    expect(await read('owner')).toBe(OWNER)
    expect(await read('gatewayUrl')).toBe(
      'https://play.example/wallet/v1/names/gateway/{sender}/{data}.json',
    )
    expect(await read('signer')).toBe(SIGNER)
  })

  test('a dry run needs no key and sends nothing', async () => {
    const { address } = privateKeyToAccount(DEPLOYER_PRIVATE_KEY)
    const client = createPublicClient({ transport: http(chain.rpcUrl) })
    const before = await client.getTransactionCount({ address })
    const { address: deployed, text } = await deploy(false, { DEPLOYER_PRIVATE_KEY: '' })
    expect(deployed).toBeNull()
    expect(text).toMatch(/cost {13}about 0\.\d+ coins/)
    expect(text).toContain('dry run: nothing was sent')
    expect(await client.getTransactionCount({ address })).toBe(before)
  })

  test('error: sends nothing without a key, or to another chain', async () => {
    await expect(deploy(true, { DEPLOYER_PRIVATE_KEY: '' })).rejects.toThrow(
      'Set DEPLOYER_PRIVATE_KEY',
    )
    await expect(deploy(true, { CHAIN_ID: '1' })).rejects.toThrow('serves chain 31337, not 1')
  })

  test('error: names every invalid variable, but no values', () => {
    const read = () => planOf({ WALLET_SERVICE_URL: 'ftp://secret', NAME_SIGNER_ADDRESS: '' })
    expect(read).toThrow(InvalidPlanError)
    expect(read).toThrow(/WALLET_SERVICE_URL must be a URL; NAME_SIGNER_ADDRESS is missing/)
    expect(read).toThrow(/^(?!.*secret)/)
  })
})
