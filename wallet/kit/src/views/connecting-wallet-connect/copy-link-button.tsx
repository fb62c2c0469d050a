import { useCopy, useMessages } from '#react/kit-context.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** Copies the pairing link; disabled until there is one. */
export function CopyLinkButton({ uri }: { uri: string | null }) {
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const copy = useCopy()
  return (
    <TextButton
      icon="copy"
      isDisabled={uri === null}
      onClick={() => uri !== null && copy(uri, messages.copied)}
    >
      {messages.copy}
    </TextButton>
  )
}
