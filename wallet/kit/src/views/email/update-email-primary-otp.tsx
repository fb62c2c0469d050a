import type { EmailChange } from '#core/modal/views.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { CodePane } from '#react/login/code-pane.tsx'
import { EMAIL_MESSAGES } from '#react/login/email-messages.ts'

/** Confirms a change of the email address with the code that was sent to the current one. */
export function UpdateEmailPrimaryOtp({ data }: { data: EmailChange }) {
  const { router } = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  return (
    <CodePane
      email={data.email}
      verify={(wallet, code) => wallet.updateEmailPrimaryOtp(code)}
      proceed={() => router.replace('UpdateEmailSecondaryOtp', data)}
      whileChecking={messages.approveChange}
      resend={(wallet) => wallet.updateEmail(data.newEmail)}
    />
  )
}
