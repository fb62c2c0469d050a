import { useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import styles from './play-money-button.module.css'
import type { PlayMoney } from './use-play-money.ts'

type PlayMoneyButtonProps = {
  playMoney: PlayMoney
  /** "icon" where there is no room for words; they are read out all the same. */
  shape?: 'icon' | 'words'
}

/** Asks for more coins; shows while they are on their way. Nothing where coins are real. */
export function PlayMoneyButton({ playMoney, shape = 'words' }: PlayMoneyButtonProps) {
  const messages = useMessages(CONNECT_MESSAGES)
  const { isOffered, isRunning, request } = playMoney
  if (!isOffered) return null
  const label = isRunning ? messages.gettingPlayMoney : messages.getPlayMoney
  return (
    <button
      type="button"
      className={styles[shape]}
      disabled={isRunning}
      aria-label={label}
      title={label}
      onClick={request}
    >
      {isRunning ? <span className={styles['spinner']} /> : <Icon name="plus" />}
      {shape === 'words' && label}
    </button>
  )
}
