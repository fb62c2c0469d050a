import { toCaip2 } from '#chain/chains.ts'
import type { PhoneClient, Session } from './phone-client.ts'

/** Lets the apps know which chain is selected: those whose sessions allow it. */
export async function reportChain(client: PhoneClient, chainId: number): Promise<void> {
  const chain = toCaip2(chainId)
  const informed = client
    .sessions()
    .filter(({ namespaces }) => {
      const { chains = [], events = [] } = namespaces['eip155'] ?? {}
      return chains.includes(chain) && events.includes('chainChanged')
    })
    .map(({ topic }) => client.emit({ topic, chainId: chain, name: 'chainChanged', data: chainId }))
  await Promise.allSettled(informed)
}

/** Adds a chain to a session that was approved without it. */
export async function addChain(
  client: PhoneClient,
  session: Session,
  chainId: number,
  address: string,
): Promise<void> {
  const chain = toCaip2(chainId)
  const { eip155 } = session.namespaces
  if (eip155 === undefined || eip155.chains?.includes(chain)) return
  const chains = [...(eip155.chains ?? []), chain]
  const accounts = [...eip155.accounts, `${chain}:${address}`]
  const namespaces = { ...session.namespaces, eip155: { ...eip155, chains, accounts } }
  await client.update(session.topic, namespaces)
}
