import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import { useApprovalMessages } from '../text/messages-context.ts'
import { isLong, toVisibleText } from '../text/show-text.ts'
import styles from './signed-text.module.css'

/** The text that is signed, with what is invisible in it named. */
export function SignedText({ text, isCode }: { text: string; isCode: boolean }) {
  const { approval: texts } = useApprovalMessages()
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
  const { approval: texts, language } = useApprovalMessages()
  const { hiddenLength } = toVisibleText(text)
  return (
    hiddenLength > 0 && (
      <Notice tone="warning">
        {fill(texts.tooLong, { count: hiddenLength.toLocaleString(language) })}
      </Notice>
    )
  )
}
