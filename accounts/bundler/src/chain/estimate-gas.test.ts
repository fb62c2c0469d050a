import { accountAddress } from '@bullring/smart-account/account-address'
import { encodeCalls } from '@bullring/smart-account/calls'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { type Hex, hexToBytes } from 'viem'
import { expect, test } from 'vitest'
import { preVerificationGas } from './estimate-gas.ts'
import { handleOpsData } from './simulate.ts'

const sender = accountAddress(CONTRACTS.safe)

function operationWith(data: Hex) {
  return {
    sender,
    nonce: 0n,
    callData: encodeCalls([{ to: sender, value: 0n, data }]),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: '0x' as Hex,
  }
}

/** Returns the least gas of a transaction with this data (EIP-7623). */
function floorOf(data: Hex): bigint {
  return hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 10n : 40n), 21_000n)
}

test.each([0, 100, 5_000])('covers the least gas of a transaction with %i more bytes', (bytes) => {
  const operation = operationWith(`0x${'ff'.repeat(bytes)}`)
  const floor = floorOf(handleOpsData(operation, CONTRACTS.entryPoint))
  expect(preVerificationGas(operation)).toBeGreaterThanOrEqual(floor)
})
