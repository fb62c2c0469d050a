// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConnectButton } from './buttons/connect-button.tsx'
import { WalletKitProvider } from './react.tsx'
import { createTestKit } from './testing/render-kit.tsx'
import { testWallet } from './testing/test-wallet.ts'

test('renders on a server without a window', () => {
  expect(typeof window).toBe('undefined')
  const kit = createTestKit([testWallet({ id: 'io.fox', name: 'Fox' })])
  const html = renderToString(
    <WalletKitProvider kit={kit}>
      <ConnectButton />
    </WalletKitProvider>,
  )
  expect(html).toContain('Connect Wallet')
  expect(html).not.toContain('dialog>')
})
