/** An EIP-1193 request as the page sends it to the wallet. */
export type WalletRequest = { method: string; params: readonly unknown[] }

/** The wallet's reply: a result, or an error of EIP-1193 or EIP-1474. */
export type WalletReply = { result: unknown } | { error: { code: number; message: string } }

/** Announcement of a wallet (EIP-6963). `binding` is the page's function that reaches the wallet. */
type Announcement = { name: string; rdns: string; binding: string; uuid: string }

/** Runs in the page: an EIP-1193 provider that forwards each request, announced by EIP-6963. */
export function announceWallet({ name, rdns, binding, uuid }: Announcement): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  type ProviderRequest = { method: string; params?: readonly unknown[] }
  const provider = {
    request: async ({ method, params = [] }: ProviderRequest): Promise<unknown> => {
      const wallet = window as unknown as Record<string, (call: unknown) => Promise<WalletReply>>
      const reply = await wallet[binding]?.({ method, params })
      if (reply === undefined) throw new Error('The wallet is gone')
      if ('error' in reply) throw Object.assign(new Error(reply.error.message), reply.error)
      if (/^wallet_(?:switch|add)EthereumChain$/.test(method)) await emitChain()
      return reply.result
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      listeners.get(event)?.delete(listener)
    },
  }
  const emitChain = async () => {
    const chainId = await provider.request({ method: 'eth_chainId' })
    for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
  }
  const icon =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' rx='2' fill='%23456'/></svg>"
  const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
