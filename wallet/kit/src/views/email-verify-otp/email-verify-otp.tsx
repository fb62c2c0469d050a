import { CodePane } from '#react/code-pane.tsx'
import { connectEmbeddedWallet } from '#react/embedded-wallet.ts'
import { useKit } from '#react/kit-context.ts'
import { reportConnected } from '#react/use-email-login.ts'

/** Logs in with the code of a mail. */
export function EmailVerifyOtp({ data: { email } }: { data: { email: string } }) {
  const kit = useKit()
  return (
    <CodePane
      email={email}
      verify={(wallet, code) => wallet.connectOtp(code)}
      proceed={async () => {
        await connectEmbeddedWallet(kit)
        reportConnected(kit)
      }}
      resend={(wallet) => wallet.connectEmail(email)}
    />
  )
}
