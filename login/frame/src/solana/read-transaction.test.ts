import { InvalidRequestError } from '@bullring/approval/errors'
import { base58 } from '@scure/base'
import {
  AccountRole,
  address,
  getCompiledTransactionMessageDecoder,
  type Instruction,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildTransaction, type TestTransaction, toBase58 } from '#testing/solana-transactions.ts'
import { readWireTransaction } from './read-transaction.ts'
import { signerIndex } from './signer-index.ts'

const keys = fc.uniqueArray(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes)),
  {
    minLength: 6,
    maxLength: 14,
  },
)

/** Transactions of a few signers, with and without lookup tables. */
const transactions: fc.Arbitrary<TestTransaction> = fc
  .tuple(
    keys,
    fc.constantFrom('legacy' as const, 0 as const),
    fc.array(
      fc.tuple(
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...roles())), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 40 }),
      ),
      { maxLength: 5 },
    ),
  )
  .map(([[feePayer = '', program = '', table = '', ...others], version, calls]) => ({
    feePayer,
    version,
    tables: version === 0 ? { [table]: others } : {},
    instructions: calls.map(
      ([accounts, data]): Instruction => ({
        programAddress: address(program),
        accounts: accounts.map(([index, role]) => ({
          address: address(others[index % others.length] ?? ''),
          role,
        })),
        data,
      }),
    ),
  }))

function roles() {
  return [
    AccountRole.READONLY,
    AccountRole.WRITABLE,
    AccountRole.READONLY_SIGNER,
    AccountRole.WRITABLE_SIGNER,
  ]
}

describe('readWireTransaction', () => {
  test('property: reads what the official library writes', () => {
    fc.assert(
      fc.property(transactions, (options) => {
        const transaction = buildTransaction(options)
        const text = toBase58(transaction)
        const { message, bytes, body } = readWireTransaction(text)
        expect(bytes.subarray(body)).toEqual(new Uint8Array(transaction.messageBytes))
        const expected = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
        if (expected.version === 1) throw new Error('not a version under test')
        expect(message.version).toBe(expected.version)
        expect(message.accounts).toEqual(expected.staticAccounts)
        expect(message.signerCount).toBe(expected.header.numSignerAccounts)
        expect(message.lifetime).toBe(expected.lifetimeToken)
        expect(message.instructions).toEqual(
          expected.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
            program: programAddressIndex,
            accounts: accountIndices,
            data: new Uint8Array(data),
          })),
        )
        expect(message.lookups.length).toBe(
          'addressTableLookups' in expected ? (expected.addressTableLookups?.length ?? 0) : 0,
        )
        expect(signerIndex(message, options.feePayer)).toBe(0)
      }),
    )
  })

  test('property: reads or refuses any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 1_300 }), (bytes) => expectNoCrash(bytes)))
  })

  test('property: reads or refuses a transaction of which some bytes were changed', () => {
    const changes = fc.array(fc.tuple(fc.nat(1_231), fc.nat(255)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(transactions, changes, fc.nat(40), (options, changed, cut) => {
        const bytes = base58.decode(toBase58(buildTransaction(options)))
        for (const [index, value] of changed) bytes[index % bytes.length] = value
        expectNoCrash(bytes.subarray(0, bytes.length - cut))
      }),
    )
  })

  test('property: refuses every shorter and longer text', () => {
    fc.assert(
      fc.property(transactions, fc.nat(200), fc.boolean(), (options, change, isCut) => {
        const bytes = base58.decode(toBase58(buildTransaction(options)))
        const other = isCut
          ? bytes.subarray(0, Math.max(0, bytes.length - change - 1))
          : Uint8Array.from([...bytes, ...new Uint8Array(change + 1)])
        expect(() => readWireTransaction(base58.encode(other))).toThrow(InvalidRequestError)
      }),
    )
  })
})

function expectNoCrash(bytes: Uint8Array): void {
  try {
    readWireTransaction(base58.encode(bytes))
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError)
  }
}
