import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'

type ConnectButtonProps = {
  /** A wallet is connecting, or the wallet modal is loading. */
  isPending: boolean
  onConnect: () => void
  className?: string | undefined
}

/** Opens the wallet modal. Pressable while pending, so that it keeps the focus. */
export function ConnectButton({ isPending, onConnect, className }: ConnectButtonProps) {
  const messages = useMessages(CONNECT_MESSAGES)
  return (
    <Button className={className} isPending={isPending} isPressable onClick={onConnect}>
      {messages.connect}
    </Button>
  )
}
