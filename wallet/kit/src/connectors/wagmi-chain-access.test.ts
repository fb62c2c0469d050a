import { afterEach, describe, expect, test, vi } from 'vitest'
import { createConfig, http, injected } from 'wagmi'
import { connect } from 'wagmi/actions'
import { mainnet } from 'wagmi/chains'
import { OutcomeUnknownError } from '#core/failure/outcome-unknown-error.ts'
import { createWagmiChainAccess } from './wagmi-chain-access.ts'

const OWN = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const HASH = `0x${'ab'.repeat(32)}`

/** Connects a wallet that responds to a transaction as given. */
async function connectedTo(send: () => Promise<unknown>) {
  const responses: Record<string, () => unknown> = {
    eth_requestAccounts: () => [OWN],
    eth_accounts: () => [OWN],
    eth_chainId: () => '0x1',
    eth_sendTransaction: send,
  }
  const provider = {
    request: async ({ method }: { method: string }) => await responses[method]?.(),
    on: () => undefined,
    removeListener: () => undefined,
  }
  const connector = injected({ target: { id: 'test', name: 'Test', provider: provider as never } })
  const config = createConfig({
    chains: [mainnet],
    connectors: [connector],
    transports: { [mainnet.id]: http('http://127.0.0.1:9') },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  await connect(config, { connector })
  return createWagmiChainAccess(config)
}

const TRANSFER = { asset: { address: null, chainId: 1 }, from: OWN, to: OWN, amount: 1n } as const
const CALL = { chainId: 1, from: OWN, to: OWN, data: '0x', value: 0n } as const

afterEach(() => void vi.useRealTimers())

describe.each(['send', 'sendCall'] as const)('%s', (method) => {
  const sendWith = (chain: Awaited<ReturnType<typeof connectedTo>>) =>
    method === 'send' ? chain.send(TRANSFER) : chain.sendCall(CALL)

  test('returns the hash', async () => {
    expect(await sendWith(await connectedTo(async () => HASH))).toBe(HASH)
  })

  test.each([null, {}, '0x', 'sent'])('has an unknown outcome after %j', async (response) => {
    const chain = await connectedTo(async () => response)
    await expect(sendWith(chain)).rejects.toBeInstanceOf(OutcomeUnknownError)
  })

  test('has an unknown outcome when the wallet never responds', async () => {
    const chain = await connectedTo(() => new Promise(() => undefined))
    vi.useFakeTimers()
    const outcome = expect(sendWith(chain)).rejects.toBeInstanceOf(OutcomeUnknownError)
    await vi.advanceTimersByTimeAsync(300_000)
    await outcome
  })

  test('leaves four minutes for a review', async () => {
    const chain = await connectedTo(
      () => new Promise((resolve) => setTimeout(() => resolve(HASH), 240_000)),
    )
    vi.useFakeTimers()
    const sent = sendWith(chain)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(await sent).toBe(HASH)
  })
})
