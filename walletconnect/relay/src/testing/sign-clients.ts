import { SignClient } from '@walletconnect/sign-client'

/** The official client: of an app or of a wallet. */
export type OfficialClient = Awaited<ReturnType<typeof SignClient.init>>

const METADATA = { name: 'Test', description: 'Test', url: 'https://app.example', icons: [] }

/**
 * Starts the official client, unmodified. Its telemetry is off, and the relay's empty attestations keep it from looking
 * up the app at a server of its maker.
 *
 * @param name - Separates its storage from that of other clients.
 * @param client - Of another version than the installed one.
 */
export async function startOfficialClient(
  relayUrl: string,
  name: string,
  client: Pick<typeof SignClient, 'init'> = SignClient,
): Promise<OfficialClient> {
  return await client.init({
    name,
    relayUrl,
    projectId: 'test',
    customStoragePrefix: name,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: METADATA,
    storageOptions: { database: ':memory:' },
  })
}

/** Account of the tests' wallets. */
export const ACCOUNT = 'eip155:56:0x00000000000000000000000000000000000000aa'

/** Makes a wallet approve each proposal, and sign everything. */
export function approveAll(wallet: OfficialClient): void {
  const namespace = {
    accounts: [ACCOUNT],
    chains: ['eip155:56'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  }
  wallet.on('session_proposal', ({ id }) => {
    void wallet.approve({ id, namespaces: { eip155: namespace } })
  })
  wallet.on('session_request', ({ topic, id, params }) => {
    const result = `signed ${JSON.stringify(params.request.params)}`
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  })
}

/** Ends a client's connection. */
export async function stopOfficialClient(client: Pick<OfficialClient, 'core'>): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}
