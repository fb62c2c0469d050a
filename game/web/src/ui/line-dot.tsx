import { classNames } from './class-names.ts'
import styles from './line-dot.module.css'

/** State of the page's updates. */
export type LineTone = 'connecting' | 'live' | 'polling' | 'lost'

/** A dot in the colour of the connection. Decorative: the text beside it says the same. */
export function LineDot({ tone }: { tone: LineTone }) {
  return <span className={classNames(styles['dot'], styles[tone])} aria-hidden="true" />
}
