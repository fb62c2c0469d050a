import { isLong, toVisibleText } from '@bullring/frame/approval/show-text'
import { Notice } from '#ui/notice.tsx'
import styles from './signed-text.module.css'

/** The text that is signed, with what is invisible in it named. */
export function SignedText({ text, isCode = false }: { text: string; isCode?: boolean }) {
  const visible = toVisibleText(text)
  const isFixed = isCode || isLong(text)
  return (
    <>
      {visible.hiddenLength > 0 && (
        <Notice tone="warning">
          This message is too long to show in full: {visible.hiddenLength.toLocaleString('en')} more
          characters follow.
        </Notice>
      )}
      <section
        className={`${styles['text']} ${isFixed ? styles['code'] : ''}`}
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
        aria-label="Message"
      >
        {visible.text}
      </section>
    </>
  )
}
