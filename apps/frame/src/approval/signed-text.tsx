import { fill } from '@bullring/wire/text/fill'
import { useMessages } from '#i18n/messages-context.ts'
import { Notice } from './notice.tsx'
import { isLong, toVisibleText } from './show-text.ts'
import styles from './signed-text.module.css'

/** The text that is signed, with what is invisible in it named. */
export function SignedText({ text, isCode }: { text: string; isCode: boolean }) {
  const { approval: texts, language } = useMessages()
  const visible = toVisibleText(text)
  return (
    <>
      {visible.hiddenLength > 0 && (
        <Notice tone="warning">
          {fill(texts.tooLong, { count: visible.hiddenLength.toLocaleString(language) })}
        </Notice>
      )}
      {/* The class name is what tests of embedding apps look for. */}
      <section
        className={`textContent ${styles['text']} ${isCode || isLong(text) ? styles['code'] : ''}`}
        dir="auto"
        aria-label={texts.message}
      >
        {visible.text}
      </section>
    </>
  )
}
