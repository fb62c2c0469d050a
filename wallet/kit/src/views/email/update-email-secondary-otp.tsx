import type { EmailChange } from '#core/modal/views.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { CodePane } from '#react/login/code-pane.tsx'
import { EMAIL_MESSAGES } from '#react/login/email-messages.ts'

/** Confirms the new email address with the code that was sent to it. */
export function UpdateEmailSecondaryOtp({ data }: { data: EmailChange }) {
  const { router, toasts } = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  return (
    <CodePane
      email={data.newEmail}
      verify={async (wallet, code) => void (await wallet.updateEmailSecondaryOtp(code))}
      proceed={() => {
        router.reset('Account')
        toasts.show('success', messages.updated)
      }}
      restart={() => router.replace('UpdateEmailWallet')}
    />
  )
}
