import { HiddenLength, SignedText } from '@bullring/approval/views/signed-text'
import { Notice } from '@bullring/ui/notice'
import { Fragment } from 'react'
import type { Login } from '#wallet/phone-client.ts'
import { siteHost } from '#wallet/site-name.ts'
import { usePhone } from '#wallet/use-phone.ts'
import type { ShowDecision } from './show-decision.ts'

type LoginViewProps = { login: Login; children: ShowDecision }

/** A site that wants to connect and to sign in, at once. */
export function LoginView({ login, children }: LoginViewProps) {
  const phone = usePhone()
  const messages = phone.loginMessages(login)
  const { domain } = login.payload
  const host = siteHost(login.requester.metadata)
  return children({
    content: (
      <>
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
      </>
    ),
    isPossible: messages.length > 0,
    label: 'Sign in',
  })
}
