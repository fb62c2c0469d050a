import { fill } from '@bullring/wire/text/fill'
import { useMessages } from '#i18n/messages-context.ts'
import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { MessageSubject } from './approval-request.ts'
import { Facts } from './facts.tsx'
import { Notice } from './notice.tsx'
import { AccountFacts, RequestBody } from './request-body.tsx'
import { RequestHeader } from './request-header.tsx'
import { toVisibleName } from './show-text.ts'
import { SignedText } from './signed-text.tsx'

type MessageApprovalProps = { shown: ShownApproval; subject: MessageSubject }

/** A message to sign. */
export function MessageApproval({ shown, subject }: MessageApprovalProps) {
  const { approval: texts } = useMessages()
  const { request } = shown
  const { text, raw, signInDomain } = subject
  const { host } = new URL(request.origin)
  const isSignIn = signInDomain === host
  return (
    <>
      <RequestHeader request={request}>{isSignIn ? texts.signIn : texts.signature}</RequestHeader>
      <RequestBody request={request}>
        {signInDomain !== null && !isSignIn && (
          <Notice tone="warning">
            {fill(texts.otherSite, { domain: toVisibleName(signInDomain, 60), host })}
          </Notice>
        )}
        {text === null && <Notice tone="warning">{texts.unreadable}</Notice>}
        <SignedText text={text ?? raw} isCode={text === null} />
        <Facts>
          <AccountFacts request={request} />
        </Facts>
        <Notice tone="quiet">{texts.free}</Notice>
      </RequestBody>
      <ApprovalActions shown={shown} action="sign" />
    </>
  )
}
