import { useKit } from '#react/kit-context.ts'
import { CodePane } from '#react/login/code-pane.tsx'
import { connectEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { reportConnected } from '#react/login/use-email-login.ts'

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
