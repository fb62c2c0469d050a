import { once } from 'node:events'
import { createServer } from 'node:http'
import { TICKER_PORT } from './stacks.ts'

/** An exchange whose price the test moves. */
export type ExchangeTicker = {
  /** Sets the price in dollars; null for an exchange that has none. */
  setPrice: (price: string | null) => void
  stop: () => Promise<void>
}

/** Starts the exchange that the stack `game` asks for prices. */
export async function startExchangeTicker(price: string): Promise<ExchangeTicker> {
  let current: string | null = price
  const server = createServer((request, response) => {
    const symbol = new URL(request.url ?? '', 'http://exchange.example').searchParams.get('symbol')
    response.writeHead(current === null ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(current === null ? {} : { symbol, price: current }))
  })
  await once(server.listen(TICKER_PORT, '127.0.0.1'), 'listening')
  return {
    setPrice: (next) => {
      current = next
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
