import { once } from 'node:events'
import { createServer } from 'node:http'
import { startLocalChain } from '@bullring/contracts/testing/local-chain'
import { startAnvil } from '@bullring/stack/chain/anvil'
import { freePort } from '@bullring/stack/processes/free-port'
import { expect, type Page } from '@playwright/test'
import { test } from '../../../support/test.ts'

/** Tries to reach a node from the page. Returns the protocols that worked. */
function reach(page: Page, url: string): Promise<string[]> {
  return page.evaluate(async (nodeUrl) => {
    const socket = new WebSocket(nodeUrl.replace('http:', 'ws:'))
    const isOpen = await new Promise((resolve) => {
      socket.onopen = () => resolve(true)
      socket.onerror = () => resolve(false)
    })
    socket.close()
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_accounts","params":[]}'
    const isRead = await fetch(nodeUrl, { method: 'POST', body }).then(
      (response) => response.ok,
      () => false,
    )
    return [...(isOpen ? ['WebSocket'] : []), ...(isRead ? ['HTTP'] : [])]
  }, url)
}

test('no web page reaches the node of the local chain', async ({ page }) => {
  const guarded = await startAnvil({ chainId: 31_337, blockSeconds: null })
  const unguarded = await startLocalChain(31_337)
  const port = await freePort()
  // A page that browsers do not count as a public one, which they would keep off this machine anyway.
  const foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html>')
  }).listen(port, '127.0.0.1')
  await once(foreign, 'listening')
  try {
    await page.goto(`http://127.0.0.1:${port}/`)
    expect(await reach(page, unguarded.rpcUrl)).toContain('WebSocket')
    const { address } = guarded
    expect(await reach(page, guarded.rpcUrl)).toEqual([])
    expect(await reach(page, `http://${address.host}:${address.port}`)).toEqual([])
  } finally {
    foreign.close()
    unguarded.stop()
    await guarded.child.stop(0)
  }
})
