import { SignClient } from '@walletconnect/sign-client'

declare global {
  interface Window {
    /** Returns the pairing link of a new proposal. */
    pair: (relayUrl: string) => Promise<string | undefined>
  }
}

window.pair = async (relayUrl) => {
  const client = await SignClient.init({
    relayUrl,
    projectId: 'test',
    telemetryEnabled: false,
    metadata: { name: 'App', description: 'App', url: location.origin, icons: [] },
  })
  const { uri } = await client.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:56'], methods: [], events: [] } },
  })
  return uri
}
