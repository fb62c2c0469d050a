// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'

const SITE = 'https://game.example'

/** Posts a request to the frame, as the page around it does. Returns the reply. */
function ask(parent: { postMessage: ReturnType<typeof vi.fn> }, type: string, payload: unknown) {
  const data = { id: 'request', type: `@w3m-app/${type}`, payload }
  const source = parent as unknown as Window
  window.dispatchEvent(new MessageEvent('message', { data, origin: SITE, source }))
  return vi.waitFor(() => {
    const reply = parent.postMessage.mock.calls.find(([sent]) => sent.id === 'request')?.[0]
    expect(reply).toBeDefined()
    return reply
  })
}

test('gives the outcome of a kept request where the wallet itself cannot be opened', async () => {
  const parent = { postMessage: vi.fn() }
  vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as unknown as Window)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({
        vaultUrl: 'https://other-vault.example',
        origins: [SITE],
        chains: [
          {
            id: 56,
            name: 'BNB Chain',
            nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
            explorerUrl: null,
          },
        ],
        socials: [],
        hasFarcaster: false,
        smartAccountChainIds: [],
        markets: [],
      }),
    ),
  )
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  await import('./main.ts')
  const reply = await ask(parent, 'TAKE_OUTCOME', { id: '0'.repeat(32) })
  expect(reply).toMatchObject({ payload: { result: null } })
})
