import { fill } from '@bullring/wire/text/fill'
import type { ReactNode } from 'react'
import { TextButton } from '#ui/button/text-button.tsx'
import { Icon, type IconName } from '#ui/image/icon.tsx'
import { useMessages } from '../kit-context.ts'
import { EMAIL_MESSAGES } from './email-messages.ts'
import styles from './mail-pane.module.css'

type MailPaneProps = {
  icon: IconName
  /** Says what was sent, above the address. */
  title: string
  email: string
  detail: string
  children?: ReactNode
  again: Again
}

/** Ways to continue if no mail arrives. */
type Again = {
  question: string
  label: string
  /** Seconds until it can be done. */
  seconds: number
  isBusy: boolean
  run: () => void
}

/** Says what was mailed where, with what the user does next and a way to get another mail. */
export function MailPane(props: MailPaneProps) {
  const { icon, title, email, detail, children, again } = props
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
        {again.question}
        <TextButton isDisabled={again.seconds > 0 || again.isBusy} onClick={again.run}>
          {again.seconds > 0 ? fill(messages.resendIn, { n: again.seconds }) : again.label}
        </TextButton>
      </p>
    </div>
  )
}
