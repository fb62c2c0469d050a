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
import { createChainRpc } from '../chain/chain-rpc.ts'
import { createUpstream } from '../chain/upstream.ts'
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
