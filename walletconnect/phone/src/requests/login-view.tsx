import { HiddenLength, SignedText } from '@bullring/approval/views/signed-text'
import { Notice } from '@bullring/ui/notice'
import { Fragment } from 'react'
import type { DecidableOf } from '#wallet/phone-state.ts'
import { siteHost } from '#wallet/site-name.ts'
import { usePhone } from '#wallet/use-phone.ts'
import { Decision } from './decision.tsx'

/** A site that wants to connect and to sign in, at once. */
export function LoginView({ decidable }: { decidable: DecidableOf<'login'> }) {
  const { login } = decidable
  const messages = usePhone().loginMessages(login)
  const { domain } = login.payload
  const host = siteHost(login.requester.metadata)
  return (
    <Decision decidable={decidable} label="Sign in" isPossible={messages.length > 0}>
      {messages.length === 0 && (
        <Notice tone="warning">This site uses none of the chains of this machine.</Notice>
      )}
      {domain !== host && (
        <Notice tone="warning">
          The message signs you in to {domain}, and the site says that it is {host}.
        </Notice>
      )}
      {messages.map(([account, message]) => (
        <Fragment key={account}>
          <HiddenLength text={message} />
          <SignedText text={message} isCode={false} />
        </Fragment>
      ))}
      <Notice tone="quiet">
        This also connects the wallet. Signing is free and sends nothing to the network.
      </Notice>
    </Decision>
  )
}
