import type { ReactNode } from 'react'
import { fill } from '#core/messages.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { EMAIL_MESSAGES } from './email-messages.ts'
import { useMessages } from './kit-context.ts'
import styles from './mail-pane.module.css'
import type { useResend } from './use-resend.ts'

type MailPaneProps = {
  icon: IconName
  /** Says what was sent, above the address. */
  title: string
  email: string
  detail: string
  children?: ReactNode
  /** Below: sends another mail. */
  resend: ReturnType<typeof useResend>
  resendLabel: string
}

/** Says what was mailed where, with what the user does next and a way to get another mail. */
export function MailPane(props: MailPaneProps) {
  const { icon, title, email, detail, children, resend, resendLabel } = props
  const messages = useMessages('email', EMAIL_MESSAGES)
  return (
    <div className={styles['pane']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={28} />
      </span>
      <p className={styles['text']}>
        {title} <b title={email}>{email}</b>
        <span>{detail}</span>
      </p>
      {children}
      <p className={styles['resend']}>
        {messages.notReceived}
        <TextButton isDisabled={resend.seconds > 0 || resend.isBusy} onClick={resend.resend}>
          {resend.seconds > 0 ? fill(messages.resendIn, { n: resend.seconds }) : resendLabel}
        </TextButton>
      </p>
    </div>
  )
}
