import type { CreateConnectorFn } from 'wagmi'
import { walletConnect } from 'wagmi/connectors/walletConnect'
import type { Metadata } from '#core/options.ts'
import { RELAY_ERROR } from './relay-error.ts'

export type WalletConnectOptions = {
  projectId: string
  /** The relay, `wss://…`. Wallets must use the same one: a pairing link does not name it. */
  relayUrl: string
  metadata: Metadata
}

/**
 * wagmi's WalletConnect connector, with three differences: its code (about 150 KiB) is loaded when a
 * user connects through it or has done so before, not with the page; it shows no modal; and it does
 * not call WalletConnect's "verify" service for every visitor, which would also delay each pairing
 * link by five seconds while that service is unreachable.
 */
export function walletConnectOnDemand(options: WalletConnectOptions): CreateConnectorFn {
  const create = walletConnect({
    projectId: options.projectId,
    relayUrl: options.relayUrl,
    metadata: { ...options.metadata, icons: [...options.metadata.icons] },
    showQrModal: false,
    telemetryEnabled: false,
  })
  return (config) => {
    const connector = create(config)
    let isAwake = false
    let isPrepared = false
    const hasSession = async () => {
      const chains = await config.storage?.getItem('walletConnect.requestedChains')
      return Array.isArray(chains) && chains.length > 0
    }
    return {
      ...connector,
      // wagmi's `setup` would load the provider with the page.
      setup: async () => undefined,
      connect: function (this: typeof connector, parameters: never) {
        isAwake = true
        return connector.connect.call(this, parameters)
      } as typeof connector.connect,
      async getProvider(parameters) {
        if (!isAwake && !(await hasSession())) return undefined
        isAwake = true
        const provider = await connector.getProvider.call(this, parameters)
        if (!isPrepared) prepare(provider, config.emitter)
        isPrepared = true
        return provider
      },
    }
  }
}

/** The internals of the provider's client that are used here; its types hide them. */
type Core = {
  verify: { register: () => Promise<string> }
  relayer: { events: { on: (event: 'relayer_error', listener: (error: unknown) => void) => void } }
}

function prepare(provider: unknown, emitter: Parameters<CreateConnectorFn>[0]['emitter']): void {
  const { signer } = provider as { signer: { client: { core: Core } } }
  const { verify, relayer } = signer.client.core
  // The client has no option to turn off its verify service, so its method is replaced.
  verify.register = () => Promise.resolve('')
  relayer.events.on('relayer_error', (error) => {
    emitter.emit('message', { type: RELAY_ERROR, data: error })
  })
}
