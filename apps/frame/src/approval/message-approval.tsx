import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { MessageSubject } from './approval-request.ts'
import { Facts } from './facts.tsx'
import { Notice } from './notice.tsx'
import { AccountFacts, RequestBody } from './request-body.tsx'
import { RequestHeader } from './request-header.tsx'
import { SignedText } from './signed-text.tsx'

type MessageApprovalProps = { shown: ShownApproval; subject: MessageSubject }

/** A message to sign. */
export function MessageApproval({ shown, subject }: MessageApprovalProps) {
  const { request } = shown
  const { text, raw, signInDomain } = subject
  const { host } = new URL(request.origin)
  const isSignIn = signInDomain === host
  return (
    <>
      <RequestHeader request={request}>
        {isSignIn
          ? 'This site requests a signature to sign you in'
          : 'This site requests a signature'}
      </RequestHeader>
      <RequestBody request={request}>
        {signInDomain !== null && !isSignIn && (
          <Notice tone="warning">
            This message signs you in to another site, {signInDomain}. Sign only if you know why{' '}
            {host} asks for it.
          </Notice>
        )}
        {text === null && (
          <Notice tone="warning">
            This message is not readable text. Sign it only if you trust this site.
          </Notice>
        )}
        <SignedText text={text ?? raw} isCode={text === null} />
        <Facts>
          <AccountFacts request={request} />
        </Facts>
        <Notice tone="quiet">Signing is free and sends nothing to the network.</Notice>
      </RequestBody>
      <ApprovalActions shown={shown} label="Sign" />
    </>
  )
}
