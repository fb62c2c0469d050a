import { createChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { createUpstream } from '@bullring/server/chain/nodes/upstream'
import { toSafeAccount } from '@bullring/smart-account/to-safe-account'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import type { Address, Hex } from 'viem'
import {
  concatHex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  size,
} from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { undeployedWallet } from '../testing/undeployed-wallet.ts'
import { SignatureUncheckedError, WrongSignatureError } from './errors.ts'
import { verifySignature } from './verify-signature.ts'

const MESSAGE = 'play.example wants you to sign in'
let chain: TestChain
let signature: Hex
let owner: Address

beforeAll(async () => {
  chain = await startTestChain()
  signature = await chain.wallet.signMessage({ message: MESSAGE })
  owner = chain.wallet.account.address
})
afterAll(() => chain.stop())

const verify = (
  signed: { address: Address; signature: Hex; message?: string },
  rpc = chain.chainRpc,
) => verifySignature(rpc, TEST_CHAIN, { message: MESSAGE, ...signed })

describe('verifySignature', () => {
  test('accepts the signature of a key', async () => {
    await expect(verify({ address: owner, signature })).resolves.toBeUndefined()
  })

  test('accepts a compact signature of 64 bytes (EIP-2098)', async () => {
    const compact = serializeCompactSignature(
      signatureToCompactSignature(parseSignature(signature)),
    )
    expect(size(compact)).toBe(64)
    await expect(verify({ address: owner, signature: compact })).resolves.toBeUndefined()
    const changed = verify({ address: owner, signature: compact, message: 'another' })
    await expect(changed).rejects.toThrow(WrongSignatureError)
  })

  test('accepts the signature of a contract wallet (ERC-1271)', async () => {
    const address = await chain.deploy('MockContractWallet', [owner])
    await expect(verify({ address, signature })).resolves.toBeUndefined()
  })

  test('accepts the signature of a contract wallet that is not deployed yet (ERC-6492)', async () => {
    const { address, factory, data } = await undeployedWallet(chain, owner)
    const wrapped = serializeErc6492Signature({ address: factory, data, signature })
    expect(await chain.client.getCode({ address })).toBeUndefined()
    await expect(verify({ address, signature: wrapped })).resolves.toBeUndefined()
    expect(await chain.client.getCode({ address })).toBeUndefined()
  })

  test('error: rejects the signature of another account', async () => {
    const [, other] = chain.accounts
    if (other === undefined) throw new Error('no account')
    const address = await chain.deploy('MockContractWallet', [other.address])
    const { factory, data, ...wallet } = await undeployedWallet(chain, other.address)
    const wrapped = serializeErc6492Signature({ address: factory, data, signature })
    await expect(verify({ address: other.address, signature })).rejects.toThrow(WrongSignatureError)
    await expect(verify({ address, signature })).rejects.toThrow(WrongSignatureError)
    await expect(verify({ ...wallet, signature: wrapped })).rejects.toThrow(WrongSignatureError)
  })

  test('error: rejects the signature of another message, and nonsense', async () => {
    const changed = verify({ address: owner, signature, message: `${MESSAGE}.` })
    await expect(changed).rejects.toThrow(WrongSignatureError)
    await expect(verify({ address: owner, signature: '0x12' })).rejects.toThrow(WrongSignatureError)
    const long = concatHex([signature, signature])
    await expect(verify({ address: owner, signature: long })).rejects.toThrow(WrongSignatureError)
  })

  test('needs no chain for a key, and reports a contract that cannot be read', async () => {
    const nowhere = createUpstream('http://127.0.0.1:9')
    const silent = createChainRpc({ chainId: TEST_CHAIN.id, upstreams: [nowhere] })
    await expect(verify({ address: owner, signature }, silent)).resolves.toBeUndefined()
    const address = await chain.deploy('MockContractWallet', [owner])
    await expect(verify({ address, signature }, silent)).rejects.toThrow(SignatureUncheckedError)
  })
})

describe('verifySignature with smart accounts', () => {
  beforeAll(() =>
    openAccountContracts({
      rpcUrl: chain.rpcUrl,
      chainId: TEST_CHAIN.id,
      mine: null,
      deployer: localAccounts(0).relayer,
    }),
  )

  const accountOf = async (index: number) => {
    const key = chain.accounts[index]
    if (key === undefined) throw new Error('no account')
    return await toSafeAccount(chain.client, key)
  }

  test('accepts the signature of a Safe before (ERC-6492) and after (ERC-1271) its deployment', async () => {
    const account = await accountOf(0)
    const { address } = account
    const before = await account.signMessage({ message: MESSAGE })
    await expect(verify({ address, signature: before })).resolves.toBeUndefined()
    expect(await chain.client.getCode({ address })).toBeUndefined()
    const { factory, factoryData } = await account.getFactoryArgs()
    if (factory === undefined || factoryData === undefined) throw new Error('deployed')
    await chain.send({ to: factory, data: factoryData })
    const after = await account.signMessage({ message: MESSAGE })
    expect(size(after)).toBe(65)
    await expect(verify({ address, signature: after })).resolves.toBeUndefined()
    await expect(verify({ address, signature: before })).resolves.toBeUndefined()
    const changed = verify({ address, signature: after, message: 'another' })
    await expect(changed).rejects.toThrow(WrongSignatureError)
  })

  test('error: rejects the owner’s plain signature, and the Safe of another owner', async () => {
    const [account, other] = await Promise.all([accountOf(1), accountOf(2)])
    const { address } = account
    const wrong = (foreign: Hex) =>
      expect(verify({ address, signature: foreign })).rejects.toThrow(WrongSignatureError)
    await wrong(signature)
    await wrong(await other.signMessage({ message: MESSAGE }))
    // The right deployment, with the signature of another owner.
    const { factory, factoryData } = await account.getFactoryArgs()
    if (factory === undefined || factoryData === undefined) throw new Error('deployed')
    await wrong(serializeErc6492Signature({ address: factory, data: factoryData, signature }))
  })

  test.each([
    ['burns all gas', '0x5b600056'],
    ['returns one byte', '0x60016000f3'],
    ['returns nothing', '0x00'],
    ['returns the magic value on the wrong side', '0x631626ba7e60005260206000f3'],
    ['reverts with the magic value', '0x631626ba7e60e01b60005260206000fd'],
    ['returns a megabyte', '0x620f42406000f3'],
  ])('error: rejects a contract that %s', async (_, code) => {
    const address = '0x00000000000000000000000000000000000bad01'
    await chain.rpc('anvil_setCode', [address, code])
    await expect(verify({ address, signature })).rejects.toThrow(WrongSignatureError)
    // As the contract that would deploy an account of someone else.
    const victim = await accountOf(3)
    const wrapped = serializeErc6492Signature({ address, data: '0x12345678', signature })
    const forged = verify({ address: victim.address, signature: wrapped })
    await expect(forged).rejects.toThrow(WrongSignatureError)
  })
})
