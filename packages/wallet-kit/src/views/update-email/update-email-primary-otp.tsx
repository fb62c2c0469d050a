import type { EmailChange } from '#core/modal/views.ts'
import { CodePane } from '#react/code-pane.tsx'
import { useKit } from '#react/kit-context.ts'

/** Confirms a change of the e-mail address with the code that was sent to the current one. */
export function UpdateEmailPrimaryOtp({ data }: { data: EmailChange }) {
  const { router } = useKit()
  return (
    <CodePane
      email={data.email}
      verify={(wallet, code) => wallet.updateEmailPrimaryOtp(code)}
      proceed={() => router.replace('UpdateEmailSecondaryOtp', data)}
      resend={(wallet) => wallet.updateEmail(data.newEmail)}
    />
  )
}
