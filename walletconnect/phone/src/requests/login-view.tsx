import { Notice } from '#ui/notice.tsx'
import type { Login } from '#wallet/phone-client.ts'
import { siteHost } from '#wallet/site-name.ts'
import { usePhone } from '#wallet/use-phone.ts'
import type { Approvability } from './approvability.ts'
import { RequestBody } from './request-body.tsx'
import { SignedText } from './signed-text.tsx'

type LoginViewProps = {
  login: Login
  children: (approvability: Approvability) => React.ReactNode
}

/** A site that wants to connect and to sign in, at once. */
export function LoginView({ login, children }: LoginViewProps) {
  const phone = usePhone()
  const messages = phone.loginMessages(login)
  const { domain } = login.payload
  const host = siteHost(login.requester.metadata)
  return (
    <RequestBody>
      {messages.length === 0 && (
        <Notice tone="warning">This site uses none of the chains of this machine.</Notice>
      )}
      {domain !== host && (
        <Notice tone="warning">
          The message signs you in to {domain}, and the site says that it is {host}.
        </Notice>
      )}
      {messages.map(([account, message]) => (
        <SignedText key={account} text={message} />
      ))}
      <Notice tone="quiet">
        This also connects the wallet. Signing is free and sends nothing to the network.
      </Notice>
      {children({ isPossible: messages.length > 0, label: 'Sign in' })}
    </RequestBody>
  )
}
