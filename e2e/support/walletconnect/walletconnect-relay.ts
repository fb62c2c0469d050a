import type { Page } from '@playwright/test'

const RELAY_URL = 'wss://relay.example'
const RELAY = /relay\.example/

/**
 * Fakes the WalletConnect relay as far as a pairing link needs it: every call succeeds, no wallet is
 * on the other side.
 *
 * @returns The relay's URL.
 */
export async function acceptAtRelay(page: Page): Promise<string> {
  await page.routeWebSocket(RELAY, (socket) => {
    socket.onMessage((message) => {
      const call: { id: number; method?: string } = JSON.parse(message.toString())
      if (call.method === undefined) return
      const result = /batch/i.test(call.method)
        ? []
        : /subscribe/.test(call.method)
          ? 'ab'.repeat(32)
          : true
      socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result }))
    })
  })
  return RELAY_URL
}

/**
 * Closes every connection at its first message, as the relay does for a page that it does not allow.
 *
 * @returns The relay's URL.
 */
export async function refuseAtRelay(page: Page, reason: string): Promise<string> {
  await page.routeWebSocket(RELAY, (socket) => {
    socket.onMessage(() => socket.close({ code: 3_000, reason }))
  })
  return RELAY_URL
}
