import { Icon } from '@bullring/ui/icon'
import type { CallText } from '../text/call-text.ts'
import styles from './transaction-request.module.css'

/** Effect of a call. */
export function Headline({ text }: { text: CallText }) {
  return (
    <section className={`${styles['headline']} ${styles[text.tone]}`}>
      <h2>
        {text.tone !== 'plain' && <Icon name={text.tone} size={18} />}
        <bdi>{text.title}</bdi>
      </h2>
      {text.detail !== '' && <p>{text.detail}</p>}
    </section>
  )
}
