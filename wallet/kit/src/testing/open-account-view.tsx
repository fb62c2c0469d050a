import { act, screen } from '@testing-library/react'
import { custom, defineChain, type Hex } from 'viem'
import { type CreateConnectorFn, createConfig } from 'wagmi'
import type { View } from '#core/modal/views.ts'
import type { KitOptions } from '#core/options.ts'
import { createWalletKit, type WalletKit } from '#create-wallet-kit.ts'
import { renderKit } from './render-kit.tsx'
import { testWallet } from './test-wallet.ts'

const CHAINS = [chainOf(56, 'BNB Smart Chain'), chainOf(97, 'BNB Testnet')] as const

function chainOf(id: number, name: string) {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
  })
}

/** Responses of the node by method; other methods fail. */
export type NodeResponses = Readonly<Record<string, () => Hex>>

const RICH: NodeResponses = {
  eth_getBalance: () => '0x8ac7230489e80000',
  eth_gasPrice: () => '0x3b9aca00',
  eth_estimateGas: () => '0x5208',
}

/**
 * Creates a kit on networks 56 and 97.
 *
 * @param wallet - A wallet with one account by default.
 */
export function createAccountKit(
  options: Partial<KitOptions> = {},
  node: NodeResponses = RICH,
  wallet: CreateConnectorFn = testWallet({ id: 'io.fox', name: 'Fox' }),
): WalletKit {
  const request = ({ method }: { method: string }) => {
    const respond = node[method]
    return respond === undefined
      ? Promise.reject(new Error(`The node does not know ${method}`))
      : Promise.resolve(respond())
  }
  const transport = custom({ request }, { retryCount: 0 })
  const config = createConfig({
    chains: CHAINS,
    connectors: [wallet],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { 56: transport, 97: transport },
  })
  return createWalletKit({ config, projectId: 'test', ...options })
}

/** Connects a wallet to a kit of `createAccountKit` and opens one of the account's views. */
export async function openAccountView(
  view: View,
  ...setup: Parameters<typeof createAccountKit>
): Promise<{ kit: WalletKit; dialog: HTMLElement }> {
  const kit = createAccountKit(...setup)
  renderKit(kit)
  const uid = kit.connections.getState().connectors[0]?.uid ?? ''
  await act(() => kit.connections.connect(uid))
  act(() => kit.modal.open(...([view] as [View])))
  return { kit, dialog: await screen.findByRole('dialog') }
}
