import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Mood = 'answers' | 'is silent' | 'fails'

/** A small wallet catalogue over HTTP. */
export type Catalogue = {
  url: string
  /** How it behaves from now on. */
  set: (mood: Mood) => void
  stop: () => Promise<void>
}

const NAMES = ['Acorn Wallet', 'Birch Wallet', 'Cedar Wallet', 'Dune Wallet', 'Ember Wallet']

/** More than three pages of forty. */
const WALLETS = Array.from({ length: 137 }, (_, index) => ({
  id: index.toString(16).padStart(64, '0'),
  name: NAMES[index] ?? `Wallet ${index}`,
  homepage: `https://wallet-${index}.example`,
  badge_type: index % 10 === 0 ? 'certified' : 'none',
  mobile_link: index % 2 === 0 ? `wallet${index}://` : `https://wallet-${index}.example/app`,
  app_store: `https://apps.example/${index}`,
  play_store: `https://play.example/${index}`,
  ...(index === 1 && { webapp_link: 'https://web.example', desktop_link: 'birch://' }),
}))

export async function startCatalogue(): Promise<Catalogue> {
  let mood: Mood = 'answers'
  const server = createServer((request, response) => {
    if (mood === 'is silent') return
    response.setHeader('access-control-allow-origin', '*')
    if (mood === 'fails') return void response.writeHead(503).end()
    const url = new URL(request.url ?? '', 'http://catalogue')
    if (url.pathname !== '/getWallets') return void response.writeHead(404).end()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(pageOf(url.searchParams)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      mood = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pageOf(query: URLSearchParams) {
  const list = (name: string) => query.get(name)?.split(',') ?? null
  const search = query.get('search')?.toLowerCase() ?? ''
  const found = WALLETS.filter(
    ({ id, name, badge_type }) =>
      (list('include')?.includes(id) ?? true) &&
      !(list('exclude')?.includes(id) ?? false) &&
      name.toLowerCase().includes(search) &&
      (query.get('badge_type') ?? badge_type) === badge_type,
  )
  const [page, entries] = [Number(query.get('page')), Number(query.get('entries'))]
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}
