import { typedEmail } from '@bullring/wire/text/plain-text'
import { useMessages } from '#i18n/messages-context.tsx'

type EmailInputProps = { value: string; onChange: (email: string) => void }

/** A labelled field for an email address. */
export function EmailInput({ value, onChange }: EmailInputProps) {
  const { dashboard: texts } = useMessages()
  return (
    <label>
      {texts.email}
      <input
        value={value}
        onChange={({ target }) => onChange(typedEmail(target.value))}
        type="email"
        autoComplete="email"
        required
      />
    </label>
  )
}
