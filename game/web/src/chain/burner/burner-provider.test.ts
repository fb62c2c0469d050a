import { type Chain, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBurnerProvider } from './burner-provider.ts'

const key = `0x${'11'.repeat(32)}` as const
const { address } = privateKeyToAccount(key)
const chain: Chain = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1/rpc'] } },
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('bullring.play-money-key', key)
})

describe('createBurnerProvider', () => {
  test('has one account on one chain', async () => {
    const { request } = createBurnerProvider(chain, localStorage)
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(await request({ method: 'eth_accounts' })).toEqual([address])
    expect(await request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('signs messages in the page', async () => {
    const { request } = createBurnerProvider(chain, localStorage)
    const params = ['0x68656c6c6f', address]
    const signature = await request({ method: 'personal_sign', params })
    expect(
      await recoverMessageAddress({ message: 'hello', signature: signature as `0x${string}` }),
    ).toBe(address)
  })

  test('switches only to its own chain', async () => {
    const { request } = createBurnerProvider(chain, localStorage)
    const switchTo = (chainId: string) =>
      request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    expect(await switchTo('0x7a69')).toBeNull()
    await expect(switchTo('0x38')).rejects.toMatchObject({ code: 4902 })
  })
})
