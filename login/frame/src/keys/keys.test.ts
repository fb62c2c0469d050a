import { secp256k1 } from '@noble/curves/secp256k1'
import { HDKey } from '@scure/bip32'
import {
  parseSignature,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { KeyMismatchError } from '#frame-errors.ts'
import { openKeys } from './open-keys.ts'
import { createSecret, readEntropy } from './secret.ts'
import { combineShares, splitSecret } from './shares.ts'
import { signMessage, signTransaction, signTypedData } from './sign-evm.ts'
import { deriveWalletKeys, toRecoveryPhrase } from './wallet-keys.ts'

/** `abandon` eleven times and `about`: the vector that wallets publish addresses for. */
const ZERO_ENTROPY = new Uint8Array(16)

describe('deriveWalletKeys', () => {
  test('derives the addresses that other wallets derive from the phrase', async () => {
    const keys = await deriveWalletKeys(ZERO_ENTROPY)
    expect(keys.evm).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(keys.solana).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
    const entropy = await readEntropy(await createSecret())
    const random = await deriveWalletKeys(entropy)
    expect(random.evm).toBe(mnemonicToAccount(toRecoveryPhrase(entropy)).address)
  })

  test('wipes the keys', async () => {
    const keys = await deriveWalletKeys(ZERO_ENTROPY)
    keys.wipe()
    expect([...keys.evmKey, ...keys.solanaKey].every((byte) => byte === 0)).toBe(true)
  })
})

test('neither seed nor root key remains after the derivation', async () => {
  const fromMasterSeed = vi.spyOn(HDKey, 'fromMasterSeed')
  onTestFinished(() => fromMasterSeed.mockRestore())
  await deriveWalletKeys(ZERO_ENTROPY)
  const [seed] = fromMasterSeed.mock.calls[0] ?? []
  const root = fromMasterSeed.mock.results[0]?.value as HDKey
  expect(seed).toHaveLength(64)
  expect(seed?.every((byte) => byte === 0)).toBe(true)
  expect(root.privateKey).toBeNull()
})

describe('shares', () => {
  test('two shares of one split restore the secret', async () => {
    const secret = await createSecret()
    const [first, second] = await splitSecret(secret)
    expect(first).toHaveLength(21)
    expect(await combineShares(first, second)).toEqual(secret)
  })

  test('error: shares of two splits of one secret fail the checksum', async () => {
    const secret = await createSecret()
    const [first] = await splitSecret(secret)
    const [, second] = await splitSecret(secret)
    // One time in 255, both are the same point of their polynomials, and do not even combine.
    const mixed = combineShares(first, second).then(readEntropy)
    await expect(mixed).rejects.toThrow(KeyMismatchError)
  })
})

describe('readEntropy', () => {
  test('error: a checksum that is wrong, cut off, missing or too long', async () => {
    const secret = await createSecret()
    const altered = secret.slice()
    altered[19] = (altered[19] ?? 0) ^ 1
    const cut = [0, 16, 19].map((length) => secret.slice(0, length))
    for (const wrong of [altered, ...cut, new Uint8Array([...secret, 0])]) {
      await expect(readEntropy(wrong)).rejects.toThrow(KeyMismatchError)
    }
  })
})

describe('openKeys', () => {
  test('error: refuses a key of another address, and zeroes the shares', async () => {
    const shares = await splitSecret(await createSecret())
    const other = await deriveWalletKeys(ZERO_ENTROPY)
    await expect(openKeys(shares, other, () => 'used')).rejects.toThrow(KeyMismatchError)
    expect(shares.flatMap((share) => [...share]).every((byte) => byte === 0)).toBe(true)
  })

  test('error: refuses keys of which one address is another', async () => {
    const secret = await createSecret()
    const { evm, solana } = await deriveWalletKeys(await readEntropy(secret))
    const other = await deriveWalletKeys(ZERO_ENTROPY)
    const wrong = [
      { evm, solana: other.solana },
      { evm: other.evm, solana },
    ]
    for (const expected of wrong) {
      const opened = openKeys(await splitSecret(secret), expected, () => 'used')
      await expect(opened).rejects.toThrow(KeyMismatchError)
    }
    expect(await openKeys(await splitSecret(secret), { evm, solana }, () => 'used')).toBe('used')
  })

  test('zeroes the keys after their use', async () => {
    const secret = await createSecret()
    const expected = await deriveWalletKeys(await readEntropy(secret))
    const seen = await openKeys(await splitSecret(secret), expected, (keys) => keys)
    expect([...seen.evmKey, ...seen.solanaKey].every((byte) => byte === 0)).toBe(true)
  })

  test('zeroes the secret also when the use fails', async () => {
    const secret = await createSecret()
    const expected = await deriveWalletKeys(await readEntropy(secret))
    let seen = secret
    const opened = openKeys(await splitSecret(secret), expected, (_keys, opening) => {
      seen = opening
      throw new Error('refused')
    })
    await expect(opened).rejects.toThrow('refused')
    expect(seen.every((byte) => byte === 0)).toBe(true)
  })
})

describe('signatures', () => {
  test('have a low s, as nodes require (EIP-2)', async () => {
    const { evmKey } = await deriveWalletKeys(ZERO_ENTROPY)
    for (const message of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const { s } = parseSignature(signMessage(message, evmKey))
      expect(BigInt(s)).toBeLessThanOrEqual(secp256k1.CURVE.n / 2n)
    }
  })

  test('are those of the account', async () => {
    const { evm, evmKey } = await deriveWalletKeys(ZERO_ENTROPY)
    const message = 'Hello'
    const signature = signMessage(message, evmKey)
    expect(await recoverMessageAddress({ message, signature })).toBe(evm)

    const typedData = {
      domain: { name: 'Test', chainId: 56 },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'Hello' },
    } as const
    const signed = signTypedData(typedData, evmKey)
    expect(await recoverTypedDataAddress({ ...typedData, signature: signed })).toBe(evm)

    const transaction = { chainId: 56, nonce: 0, gas: 21_000n, to: evm, value: 1n } as const
    const dynamic = { ...transaction, type: 'eip1559', maxFeePerGas: 1n } as const
    const legacy = { ...transaction, type: 'legacy', gasPrice: 1n } as const
    for (const unsigned of [dynamic, legacy]) {
      const serialized = signTransaction(unsigned, evmKey)
      const serializedTransaction = serialized as `0x02${string}`
      expect(await recoverTransactionAddress({ serializedTransaction })).toBe(evm)
    }
  })
})
