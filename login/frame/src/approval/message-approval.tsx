import { fill } from '@bullring/wire/text/fill'
import { useMessages } from '#i18n/messages-context.ts'
import { AccountFacts } from './account-facts.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { MessageSubject } from './approval-request.ts'
import { Facts } from './facts.tsx'
import { isOwnSignIn } from './is-own-sign-in.ts'
import { Notice } from './notice.tsx'
import { RequestPage } from './request-page.tsx'
import { toVisibleName } from './show-text.ts'
import { HiddenLength, SignedText } from './signed-text.tsx'

type MessageApprovalProps = { shown: ShownApproval; subject: MessageSubject }

/** A message to sign. */
export function MessageApproval({ shown, subject }: MessageApprovalProps) {
  const { approval: texts } = useMessages()
  const { request } = shown
  const { text, raw, signInDomain } = subject
  const { host } = new URL(request.origin)
  const isSignIn = isOwnSignIn(request)
  return (
    <RequestPage
      shown={shown}
      title={isSignIn ? texts.signIn : texts.signature}
      action="sign"
      asked={
        <>
          {signInDomain !== null && !isSignIn && (
            <Notice tone="warning">
              {fill(texts.otherSite, { domain: toVisibleName(signInDomain, 60), host })}
            </Notice>
          )}
          {text === null && <Notice tone="warning">{texts.unreadable}</Notice>}
          <HiddenLength text={text ?? raw} />
        </>
      }
    >
      <SignedText text={text ?? raw} isCode={text === null} />
      <Facts>
        <AccountFacts request={request} />
      </Facts>
      <Notice tone="quiet">{texts.free}</Notice>
    </RequestPage>
  )
}
