import { describe, expect, test } from 'vitest'
import { allowsMethod, checkApproval, checkProposal } from './namespaces.ts'

const ACCOUNT = 'eip155:56:0x00000000000000000000000000000000000000aa'
const APPROVED = { accounts: [ACCOUNT], methods: ['personal_sign'], events: ['chainChanged'] }
const REQUIRED = { chains: ['eip155:56'], methods: ['personal_sign'], events: ['chainChanged'] }

describe('an approval', () => {
  test('may cover a namespace or single chains', () => {
    checkApproval({ eip155: APPROVED }, { eip155: REQUIRED })
    checkApproval({ 'eip155:56': APPROVED }, { eip155: REQUIRED })
    checkApproval({ eip155: APPROVED }, { 'eip155:56': REQUIRED })
  })

  test.each([
    ['nothing approved', {}, {}, 5_104],
    ['no accounts', { eip155: { ...APPROVED, accounts: [] } }, {}, 5_103],
    ['an account elsewhere', { solana: APPROVED }, {}, 5_103],
    ['a chain elsewhere', { eip155: { ...APPROVED, chains: ['solana:5eykt4Us'] } }, {}, 5_100],
    [
      'another chain',
      { eip155: APPROVED },
      { eip155: { ...REQUIRED, chains: ['eip155:1'] } },
      5_100,
    ],
    ['a method', { eip155: { ...APPROVED, methods: [] } }, { eip155: REQUIRED }, 5_101],
    ['an event', { eip155: { ...APPROVED, events: [] } }, { eip155: REQUIRED }, 5_102],
  ])('error: %s', (_name, approved, required, code) => {
    expect(() => checkApproval(approved, required)).toThrow(expect.objectContaining({ code }))
  })
})

test.each([
  ['a namespace without chains', { eip155: { methods: [], events: [] } }],
  ['a foreign chain', { eip155: { ...REQUIRED, chains: ['solana:5eykt4Us'] } }],
  ['a key that is no namespace', { 'EIP 155': REQUIRED }],
])('error: proposes %s', (_name, proposed) => {
  expect(() => checkProposal(proposed)).toThrow()
})

test('allows a method only where it was approved', () => {
  const namespaces = { eip155: APPROVED, 'eip155:97': { ...APPROVED, methods: ['eth_sign'] } }
  expect(allowsMethod(namespaces, 'eip155:56', 'personal_sign')).toBe(true)
  expect(allowsMethod(namespaces, 'eip155:97', 'personal_sign')).toBe(false)
  expect(allowsMethod(namespaces, 'eip155:1', 'personal_sign')).toBe(false)
})
