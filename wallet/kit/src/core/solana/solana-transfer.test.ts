import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  lamports,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SolanaDraft, solanaSendProblem } from './solana-send-rules.ts'
import { buildTransfer, isSolanaAddress } from './solana-transfer.ts'

const OWN = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const FRIEND = '2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S'

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => getBase58Decoder().decode(bytes))

test('property: builds the transfer that the official library builds', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { minLength: 3, maxLength: 3 }),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      ([from = '', to = '', blockhash = ''], amount) => {
        const source = {
          address: address(from),
          signTransactions: () => Promise.reject(new Error()),
        }
        const transfer = getTransferSolInstruction({
          source,
          destination: address(to),
          amount: lamports(amount),
        })
        const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n }
        const message = appendTransactionMessageInstruction(
          transfer,
          setTransactionMessageLifetimeUsingBlockhash(
            lifetime,
            setTransactionMessageFeePayer(
              address(from),
              createTransactionMessage({ version: 'legacy' }),
            ),
          ),
        )
        const expected = getTransactionEncoder().encode(compileTransaction(message))
        expect(buildTransfer({ from, to, lamports: amount, blockhash })).toBe(
          getBase58Decoder().decode(expected),
        )
      },
    ),
  )
})

test.each([
  [FRIEND, true],
  [`${FRIEND}1`, false],
  [FRIEND.slice(0, -1), false],
  [FRIEND.replace('2', '0'), false],
  ['0x8ba1f109551bD432803012645Ac136ddd64DBA72', false],
  ['z'.repeat(100_000), false],
])('isSolanaAddress(%j) is %s', (text, expected) => expect(isSolanaAddress(text)).toBe(expected))

describe('solanaSendProblem', () => {
  const good: SolanaDraft = { amount: '0.5', receiver: FRIEND }
  test.each<[string, Partial<SolanaDraft>, string | null]>([
    ['nothing is wrong', {}, null],
    ['there is no amount', { amount: '', receiver: '' }, 'addAmount'],
    ['the amount has too many decimals', { amount: '0.0000000001' }, 'incorrectValue'],
    ['the balance is too low', { amount: '1.1' }, 'insufficientFunds'],
    ['the balance does not cover the fee', { amount: '1' }, 'insufficientGas'],
    ['amount and fee just fit', { amount: '0.999995' }, null],
    ['no receiver', { receiver: ' ' }, 'addAddress'],
    [
      'an EVM address',
      { receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' },
      'invalidAddress',
    ],
    ['the sender’s account', { receiver: OWN }, 'invalidAddress'],
  ])('%s', (_, change, problem) => {
    expect(solanaSendProblem({ ...good, ...change }, OWN, 1_000_000_000n)).toBe(problem)
  })
})
