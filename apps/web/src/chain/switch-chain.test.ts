import type { Chain } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { ChainNotSupportedError, type SwitchingProvider, switchChain } from './switch-chain.ts'

const chain: Chain = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:3000/rpc'] } },
}

/** A wallet that answers each method from a queue. Errors are thrown. */
function wallet(answers: Record<string, unknown[]>) {
  const request = vi.fn<SwitchingProvider['request']>(({ method }) => {
    const answer = answers[method]?.shift()
    return answer instanceof Object ? Promise.reject(answer) : Promise.resolve(answer)
  })
  return { provider: { request }, methods: () => request.mock.calls.map(([call]) => call.method) }
}

describe('switchChain', () => {
  test('asks for the switch and nothing more when the wallet knows the chain', async () => {
    const { provider, methods } = wallet({ wallet_switchEthereumChain: [null] })
    await switchChain(provider, chain)
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  })

  test.each([
    [{ code: 4902 }],
    [{ code: -32603 }],
    [{ code: 32603 }],
    [{ code: 5000 }],
    [{ code: -1, data: { originalError: { code: 4902 } } }],
  ])('adds the chain after %o', async (error) => {
    const { provider, methods } = wallet({
      wallet_switchEthereumChain: [error],
      wallet_addEthereumChain: [null],
      eth_chainId: ['0x7a69'],
    })
    await switchChain(provider, chain)
    expect(methods()).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
    ])
  })

  test('asks again when the wallet added the chain and stayed where it was', async () => {
    const { provider, methods } = wallet({
      wallet_switchEthereumChain: [{ code: 4902 }, null],
      wallet_addEthereumChain: [null],
      eth_chainId: ['0x1'],
    })
    await switchChain(provider, chain)
    expect(methods().at(-1)).toBe('wallet_switchEthereumChain')
  })

  test('error: passes a refusal on without adding anything', async () => {
    const { provider, methods } = wallet({ wallet_switchEthereumChain: [{ code: 4001 }] })
    await expect(switchChain(provider, chain)).rejects.toEqual({ code: 4001 })
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  })

  test('error: says "Chain is not supported" when adding fails too', async () => {
    const { provider } = wallet({
      wallet_switchEthereumChain: [{ code: 4902 }],
      wallet_addEthereumChain: [{ code: -32602 }],
    })
    const failed = switchChain(provider, chain)
    await expect(failed).rejects.toBeInstanceOf(ChainNotSupportedError)
    await expect(failed).rejects.toThrow('Chain is not supported')
  })
})
