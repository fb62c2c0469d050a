import { describe, expect, test } from 'vitest'
import { approvedNamespaces } from './approved-namespaces.ts'

const ADDRESS = '0x00000000000000000000000000000000000000aa'
const SUPPORTED = {
  eip155: {
    chains: ['eip155:56', 'eip155:97'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
    accounts: [`eip155:56:${ADDRESS}`, `eip155:97:${ADDRESS}`],
  },
}

const offer = (chains: string[], methods = ['personal_sign'], events = ['chainChanged']) => ({
  eip155: { chains, methods, events },
})

describe('approvedNamespaces', () => {
  test('is what the app proposes and the wallet supports', () => {
    const proposal = {
      requiredNamespaces: offer(['eip155:56']),
      optionalNamespaces: offer(['eip155:1', 'eip155:97'], ['eth_sendTransaction'], ['message']),
    }
    expect(approvedNamespaces(proposal, SUPPORTED)).toEqual({
      eip155: {
        ...SUPPORTED.eip155,
        events: ['chainChanged'],
      },
    })
  })

  test('reads chains that are proposed as keys', () => {
    const optionalNamespaces = { 'eip155:97': { methods: ['personal_sign'], events: [] } }
    expect(approvedNamespaces({ requiredNamespaces: {}, optionalNamespaces }, SUPPORTED)).toEqual({
      eip155: {
        chains: ['eip155:97'],
        methods: ['personal_sign'],
        events: [],
        accounts: [`eip155:97:${ADDRESS}`],
      },
    })
  })

  test.each([
    ['the chain', offer(['eip155:1']), {}, 5_100],
    ['one of two chains', offer(['eip155:56', 'eip155:1']), {}, 5_100],
    ['a method', offer(['eip155:56'], ['eth_sign']), {}, 5_101],
    ['an event', offer(['eip155:56'], [], ['message']), {}, 5_102],
    ['anything', {}, { solana: { chains: ['solana:5eykt4Us'], methods: [], events: [] } }, 5_104],
  ])('error: the wallet does not support %s', (_what, required, optional, code) => {
    const proposal = { requiredNamespaces: required, optionalNamespaces: optional }
    expect(() => approvedNamespaces(proposal, SUPPORTED)).toThrow(expect.objectContaining({ code }))
  })
})
