import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ENGLISH } from '#i18n/frame-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import { ApprovalWindowContext } from './approval-window-context.ts'
import { RequestPage } from './request-page.tsx'

/** Returns the page of a transaction in the frame. */
function show(opensNoWindows: boolean): string {
  const request = {
    origin: 'https://app.example',
    account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    network: { chainId: 56, name: 'BNB Smart Chain', coin: { symbol: 'BNB', decimals: 18 } },
    subject: { kind: 'message', text: '', raw: '', signInDomain: null } as const,
    isSessionTemporary: false,
    opensNoWindows,
  }
  const shown = { id: 1, request, isWorking: false, approve: () => {}, reject: () => {} }
  return renderToStaticMarkup(
    <MessagesProvider messages={ENGLISH}>
      <ApprovalWindowContext value={{ state: 'closed', open: () => {} }}>
        <RequestPage shown={shown} title="This site wants to send a transaction" action="approve">
          Network fee
        </RequestPage>
      </ApprovalWindowContext>
    </MessagesProvider>,
  )
}

test('says where to decide what no window can be opened for, and can be cancelled', () => {
  expect(show(false)).toContain('Open window')
  const page = show(true)
  expect(page).toContain('To approve this, open the page in a browser.')
  expect(page).toContain('Cancel')
  for (const gone of ['Open window', 'Approve']) expect(page).not.toContain(gone)
})
