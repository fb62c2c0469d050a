import { Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import { isOwnSignIn } from '../decode/is-own-sign-in.ts'
import type { MessageSubject } from '../request.ts'
import { useApprovalMessages } from '../text/messages-context.ts'
import { toVisibleName } from '../text/show-text.ts'
import { AccountFacts } from './account-facts.tsx'
import type { RequestViewProps } from './request-parts.ts'
import { HiddenLength, SignedText } from './signed-text.tsx'

/** A message to sign. */
export function MessageRequest({ parties, subject, children }: RequestViewProps<MessageSubject>) {
  const { approval: texts } = useApprovalMessages()
  const { host } = parties
  const { text, raw, signInDomain } = subject
  const isSignIn = isOwnSignIn(subject, host)
  return children({
    title: isSignIn ? texts.signIn : texts.signature,
    action: 'sign',
    asked: (
      <>
        {signInDomain !== null && !isSignIn && (
          <Notice tone="warning">
            {fill(texts.otherSite, { domain: toVisibleName(signInDomain, 60), host })}
          </Notice>
        )}
        {text === null && <Notice tone="warning">{texts.unreadable}</Notice>}
        <HiddenLength text={text ?? raw} />
      </>
    ),
    children: (
      <>
        <SignedText text={text ?? raw} isCode={text === null} />
        <Facts>
          <AccountFacts {...parties} />
        </Facts>
        <Notice tone="quiet">{texts.free}</Notice>
      </>
    ),
  })
}
