import type { Transport } from 'viem'

/** The transport of chain-transport.ts, loaded with the first call, when the page is drawn. */
export function chainTransportOnDemand(urls: readonly string[], origin: string): Transport {
  return (parameters) => {
    let loading: Promise<ReturnType<Transport>> | undefined
    const load = () => {
      loading ??= import('./chain-transport.ts').then(({ chainTransport }) =>
        chainTransport(urls, origin)(parameters),
      )
      // The next call imports it again.
      loading.catch(() => (loading = undefined))
      return loading
    }
    const request: ReturnType<Transport>['request'] = async (call, options) =>
      (await load()).request(call, options)
    return {
      config: { key: 'on-demand', name: 'On demand', type: 'on-demand', request },
      request,
    }
  }
}
