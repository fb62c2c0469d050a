import { readTypedData } from '@bullring/approval/decode/read-typed-data'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ENGLISH } from '#i18n/frame-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import { Subject } from './approval-screen.tsx'

/** Returns the page that a request shows. */
function show(primaryType: string, domain: object = {}): string {
  const typedData = readTypedData({
    types: { [primaryType]: [{ name: 'value', type: 'uint256' }] },
    primaryType,
    domain: { name: 'USD Coin', chainId: 56, ...domain },
    message: { value: '1' },
  })
  const subject = { kind: 'typed-data', typedData } as const
  const request = {
    origin: 'https://app.example',
    account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    network: { chainId: 56, name: 'BNB Smart Chain', coin: { symbol: 'BNB', decimals: 18 } },
    subject,
    isSessionTemporary: false,
  }
  const shown = { id: 1, request, isWorking: false, approve: () => {}, reject: () => {} }
  return renderToStaticMarkup(
    <MessagesProvider messages={ENGLISH}>
      <Subject shown={shown} />
    </MessagesProvider>,
  )
}

const MOVES = 'can move tokens out of your account'

test.each([
  'TransferWithAuthorization',
  'ReceiveWithAuthorization',
  'OrderComponents',
  'BulkOrder',
  'Order',
])('warns that %s can move tokens', (primaryType) => {
  expect(show(primaryType)).toContain(MOVES)
})

test.each(['Note', 'CancelAuthorization', 'CancelOrder'])(
  'says nothing of the kind of %s',
  (type) => {
    expect(show(type)).not.toContain(MOVES)
  },
)

const ACTS = 'lets someone else act for your account'

test.each([
  'ForwardRequest',
  'ForwardRequestData',
  'MetaTransaction',
  'Delegation',
  'DelegateBySig',
])('warns that %s lets someone else act', (primaryType) => {
  expect(show(primaryType)).toContain(ACTS)
})

test.each(['Note', 'RevokeDelegation'])('says nothing of the kind of %s', (primaryType) => {
  expect(show(primaryType)).not.toContain(ACTS)
})

test('warns that a permit lets its spender take tokens', () => {
  expect(show('PermitSingle')).toContain('lets the spender below take your tokens')
})

test('shows the whole domain', () => {
  const salt = `0x${'12'.repeat(32)}`
  const page = show('Note', { version: '2', salt }).replaceAll('<wbr/>', '')
  expect(page).toContain('USD Coin · 2')
  expect(page).toContain(salt)
})
