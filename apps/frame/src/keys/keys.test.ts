import { recoverMessageAddress, recoverTransactionAddress, recoverTypedDataAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
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
    const mixed = await combineShares(first, second)
    await expect(readEntropy(mixed)).rejects.toThrow(KeyMismatchError)
  })
})

describe('openKeys', () => {
  test('error: refuses a key of another address, and zeroes the shares', async () => {
    const shares = await splitSecret(await createSecret())
    const other = await deriveWalletKeys(ZERO_ENTROPY)
    await expect(openKeys(shares, other, () => 'used')).rejects.toThrow(KeyMismatchError)
    expect(shares.flatMap((share) => [...share]).every((byte) => byte === 0)).toBe(true)
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
