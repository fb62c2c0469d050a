import { fill } from '@bullring/wire/text/fill'
import { useMessages } from '#i18n/messages-context.ts'
import { Notice } from './notice.tsx'
import { isLong, toVisibleText } from './show-text.ts'
import styles from './signed-text.module.css'

/** The text that is signed, with what is invisible in it named. */
export function SignedText({ text, isCode }: { text: string; isCode: boolean }) {
  const { approval: texts } = useMessages()
  return (
    // The class name is what tests of embedding apps look for.
    <section
      className={`textContent ${styles['text']} ${isCode || isLong(text) ? styles['code'] : ''}`}
      dir="auto"
      aria-label={texts.message}
    >
      {toVisibleText(text).text}
    </section>
  )
}

/** Says how much of the text is not shown; nothing when all is. */
export function HiddenLength({ text }: { text: string }) {
  const { approval: texts, language } = useMessages()
  const { hiddenLength } = toVisibleText(text)
  return (
    hiddenLength > 0 && (
      <Notice tone="warning">
        {fill(texts.tooLong, { count: hiddenLength.toLocaleString(language) })}
      </Notice>
    )
  )
}
