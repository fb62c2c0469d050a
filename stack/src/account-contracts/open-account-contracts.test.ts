import { sessionModuleDeployment } from '@bullring/contracts/session-module'
import { CONTRACTS, PROXY_CREATION_HASH, SESSION_MODULE } from '@bullring/smart-account/contracts'
import {
  concatHex,
  createPublicClient,
  getContractAddress,
  http,
  keccak256,
  type PublicClient,
  pad,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, callRpc, startAnvil } from '../chain/anvil.ts'
import { localAccounts } from '../chain/local-accounts.ts'
import { ACCOUNT_CONTRACTS } from './account-contracts.ts'
import { openAccountContracts } from './open-account-contracts.ts'

const deployer = localAccounts(0).relayer

let anvil: Anvil
let client: PublicClient

const open = (mine: (() => Promise<unknown>) | null) =>
  openAccountContracts({ rpcUrl: anvil.rpcUrl, chainId: 31_337, deployer, mine })

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337, blockSeconds: null })
  client = createPublicClient({ transport: http(anvil.rpcUrl) })
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [false])
  await open(() => callRpc(anvil.rpcUrl, 'evm_mine', []))
})
afterAll(() => anvil.child.stop(0))

describe('ACCOUNT_CONTRACTS', () => {
  test('has the published creation code, unchanged', () => {
    for (const { hash, creationCode } of ACCOUNT_CONTRACTS) {
      expect(keccak256(creationCode)).toBe(hash)
    }
  })

  test('has canonical addresses, which follow from the code', () => {
    for (const { address, deployer: from, salt, creationCode: bytecode } of ACCOUNT_CONTRACTS) {
      expect(getContractAddress({ opcode: 'CREATE2', from, salt, bytecode })).toBe(address)
    }
    expect(ACCOUNT_CONTRACTS.map(({ address }) => address).sort()).toEqual(
      Object.values(CONTRACTS).sort(),
    )
  })
})

describe('openAccountContracts', () => {
  test('deploys all contracts at their canonical addresses, with the code that BSC has', async () => {
    // From safe-deployments, which lists chain 56 with these hashes.
    const published = [
      [CONTRACTS.safe, '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4'],
      [
        CONTRACTS.proxyFactory,
        '0x50c3cdc4074750a7a974204a716c999edd37482f907608d960b2b025ee0b3317',
      ],
      [CONTRACTS.multiSend, '0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939'],
    ] as const
    for (const { address } of ACCOUNT_CONTRACTS) {
      const code = await client.getCode({ address })
      expect(code?.length).toBeGreaterThan(500)
    }
    for (const [address, hash] of published) {
      const code = await client.getCode({ address })
      expect(keccak256(code ?? '0x')).toBe(hash)
    }
  })

  test('deploys the module for session keys at the address that clients know', async () => {
    expect(sessionModuleDeployment().address).toBe(SESSION_MODULE)
    expect(await client.getCode({ address: SESSION_MODULE })).toBeDefined()
  })

  test('deploys accounts from the known creation code', async () => {
    const code = await client.readContract({
      address: CONTRACTS.proxyFactory,
      abi: parseAbi(['function proxyCreationCode() pure returns (bytes)']),
      functionName: 'proxyCreationCode',
    })
    const withSingleton = concatHex([code, pad(CONTRACTS.safe, { size: 32 })])
    expect(keccak256(withSingleton)).toBe(PROXY_CREATION_HASH)
  })

  test('deploys nothing again, and only what is missing', async () => {
    const count = () => client.getTransactionCount({ address: deployer.address })
    const before = await count()
    await open(null)
    expect(await count()).toBe(before)
    await callRpc(anvil.rpcUrl, 'anvil_setCode', [CONTRACTS.multiSend, '0x'])
    // CREATE2 deploys again where code is gone, but only if the account's nonce is gone too.
    await callRpc(anvil.rpcUrl, 'anvil_setNonce', [CONTRACTS.multiSend, '0x0'])
    await open(() => callRpc(anvil.rpcUrl, 'evm_mine', []))
    expect(await count()).toBe(before + 1)
  })
})
