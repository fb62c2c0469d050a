import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useKit, useMessages } from '#react/kit-context.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import text from '#ui/text.module.css'
import { SEND_MESSAGES } from './send-messages.ts'
import styles from './wallet-send.module.css'

type ReceiverBoxProps = {
  receiver: string
  isInvalid: boolean
  onChange: (receiver: string) => void
  /** Details of the receiver, below the input. */
  children?: ReactNode
}

/** Characters that fit on a line of the narrowest phone. */
const LINE_LENGTH = 24

/** Input for the receiver of a transfer. An address is shown in full: look-alikes share its first and last characters. */
export function ReceiverBox({ receiver, isInvalid, onChange, children }: ReceiverBoxProps) {
  const { toasts } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const id = useId()
  const paste = async () => {
    try {
      onChange((await navigator.clipboard.readText()).trim())
    } catch {
      toasts.show('error', messages.pasteFailed)
    }
  }
  return (
    <div className={styles['box']}>
      <label className={text['fieldLabel']} htmlFor={id}>
        {messages.receiver}
      </label>
      <div className={styles['line']}>
        <textarea
          id={id}
          rows={receiver.length > LINE_LENGTH ? 2 : 1}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={messages.receiverHint}
          value={receiver}
          aria-invalid={isInvalid}
          onChange={(event) => onChange(event.target.value.replaceAll('\n', ''))}
          onKeyDown={submitOnEnter}
        />
        {receiver === '' && <TextButton onClick={() => void paste()}>{messages.paste}</TextButton>}
      </div>
      {children}
    </div>
  )
}

/** An address has one line, however many it is shown in. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
