import { type ReactNode, useId } from 'react'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Icon } from '#ui/image/icon.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import styles from './legal.module.css'

type LegalCheckboxProps = { isChecked: boolean; onChange: (isChecked: boolean) => void }

/** Consent to the legal documents, required before connecting. */
export function LegalCheckbox({ isChecked, onChange }: LegalCheckboxProps) {
  const messages = useMessages('connect', CONNECT_MESSAGES)
  const id = useId()
  return (
    <div className={styles['consent']}>
      <span className={styles['box']}>
        <input
          id={id}
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Icon name="check" size={16} />
      </span>
      <label htmlFor={id}>
        <Documents text={messages.agree} />
      </label>
    </div>
  )
}

/** States that connecting implies consent. Renders nothing without legal documents. */
export function LegalNotice() {
  const messages = useMessages('connect', CONNECT_MESSAGES)
  const { termsConditionsUrl, privacyPolicyUrl } = useKit().options
  if (termsConditionsUrl === undefined && privacyPolicyUrl === undefined) return null
  return (
    <p className={styles['notice']}>
      <Documents text={messages.notice} />
    </p>
  )
}

/** Replaces `{documents}` in a text with links to the legal documents. */
function Documents({ text }: { text: string }): ReactNode {
  const messages = useMessages('connect', CONNECT_MESSAGES)
  const { termsConditionsUrl, privacyPolicyUrl } = useKit().options
  const [before, after] = text.split('{documents}')
  return (
    <>
      {before}
      {termsConditionsUrl !== undefined && (
        <Document href={termsConditionsUrl}>{messages.terms}</Document>
      )}
      {termsConditionsUrl !== undefined && privacyPolicyUrl !== undefined && ` ${messages.and} `}
      {privacyPolicyUrl !== undefined && (
        <Document href={privacyPolicyUrl}>{messages.privacy}</Document>
      )}
      {after}
    </>
  )
}

function Document({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
