import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startProduct } from '@bullring/stack/testing/start-product'
import { type ClosedNetwork, openClosedNetwork } from './closed-network.ts'
import type { OwnApps } from './own-apps-document.ts'

/** The product, installed as docs/own-apps.md tells, and the network that its hosts are in. */
export type Installation = {
  network: ClosedNetwork
  /** Node of the local chain, by its number. */
  nodes: Readonly<Record<number, string>>
  /** URL of the mails, as JSON. */
  mailsUrl: string
  stop: () => Promise<void>
}

export const CHAIN_ID = 31_337

/** The relay's URL in docs/own-apps.md. */
export const RELAY_URL = 'wss://relay.bullring.example'

/** Ports of the documents, and how far they are from the first one here, so that a running product does not matter. */
const OFFSETS: ReadonlyMap<number, number> = new Map([
  [3_000, 0],
  [3_001, 1],
  [3_002, 2],
  [4_100, 10],
  [4_500, 11],
])

/** @param options.appPort - Serves the app at `https://their.app`. */
export async function startInstallation(
  { settings, proxied }: OwnApps,
  { folder, firstPort, appPort }: { folder: string; firstPort: number; appPort: number },
): Promise<Installation> {
  const portOf = (documented: number) => firstPort + requiredOffset(documented)
  const dataDir = join(folder, 'data')
  // PostgreSQL does not run as root and must reach its folder.
  await mkdir(dataDir, { mode: 0o711, recursive: true })
  const env = Object.entries(settings).map(([name, value]) => [
    name,
    name.endsWith('_PORT') ? `${portOf(Number(value))}` : value,
  ])
  const { child, outcome, text } = await startProduct([], {
    ...Object.fromEntries(env),
    PORT: `${firstPort}`,
    DATA_DIR: dataDir,
  })
  if (outcome !== 'ready') throw new Error(`${text}\n${child.lastOutput()}`)
  const hosts = [...proxied].map(([host, port]) => [host, portOf(port)] as const)
  const game = new URL(settings['GAME_PUBLIC_URL'] ?? '').hostname
  const ports = new Map([...hosts, [game, firstPort], ['their.app', appPort]])
  const network = await openClosedNetwork(folder, ports)
  return {
    network,
    nodes: { [CHAIN_ID]: `http://127.0.0.1:${firstPort}/rpc` },
    mailsUrl: `http://127.0.0.1:${firstPort + 3}/dev/inbox/mails.json`,
    stop: async () => {
      network.stop()
      await child.stop(60_000)
    },
  }
}

function requiredOffset(port: number): number {
  const offset = OFFSETS.get(port)
  if (offset === undefined)
    throw new Error(`The documents name port ${port}, which has no stand-in`)
  return offset
}
