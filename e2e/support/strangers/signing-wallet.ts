import { startOfficialClient, stopOfficialClient } from '@bullring/relay/testing/sign-clients'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { CHAIN_ID, RELAY_URL } from './installation.ts'

/** The local chain by its CAIP-2 name. */
export const CHAIN = `eip155:${CHAIN_ID}`

/** A wallet with the official client on another device: approves each proposal, and signs each message. */
export type SigningWallet = AsyncDisposable & {
  address: Hex
  pair: (uri: string) => Promise<void>
  /** Refuses every request from now on. */
  refuse: () => void
  /** Ends every session. */
  disconnect: () => Promise<void>
  /** Number of its sessions. */
  sessions: () => number
}

/** Starts the wallet. */
export async function startSigningWallet(
  name: string,
  client?: Parameters<typeof startOfficialClient>[2],
): Promise<SigningWallet> {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = await startOfficialClient(RELAY_URL, name, client)
  let isRefusing = false
  wallet.on('session_proposal', ({ id, params }) => {
    const { requiredNamespaces, optionalNamespaces } = params
    const asked = [requiredNamespaces['eip155'], optionalNamespaces['eip155']]
    const events = asked.flatMap((namespace) => namespace?.events ?? [])
    const methods = asked.flatMap((namespace) => namespace?.methods ?? [])
    const namespace = {
      accounts: [`${CHAIN}:${account.address}`],
      chains: [CHAIN],
      methods: [...new Set(methods)],
      events: [...new Set(events)],
    }
    void wallet.approve({ id, namespaces: { eip155: namespace } })
  })
  wallet.on('session_request', ({ topic, id, params }) => void respond(topic, id, params.request))
  const respond = async (topic: string, id: number, { params }: { params: readonly Hex[] }) => {
    const error = { code: 5_000, message: 'User rejected.' }
    const signed = async () => account.signMessage({ message: { raw: params[0] ?? '0x' } })
    const outcome = isRefusing ? { error } : { result: await signed() }
    await wallet.respond({ topic, response: Object.assign({ id, jsonrpc: '2.0' }, outcome) })
  }
  return {
    address: account.address,
    pair: async (uri) => void (await wallet.pair({ uri })),
    refuse: () => {
      isRefusing = true
    },
    disconnect: async () => {
      const reason = { code: 6_000, message: 'User disconnected.' }
      for (const { topic } of wallet.session.getAll()) await wallet.disconnect({ topic, reason })
    },
    sessions: () => wallet.session.length,
    [Symbol.asyncDispose]: () => stopOfficialClient(wallet),
  }
}
