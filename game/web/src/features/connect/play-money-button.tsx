import { Spinner } from '@bullring/ui/spinner'
import { useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import styles from './play-money-button.module.css'
import type { PlayMoney } from './use-play-money.ts'

type PlayMoneyButtonProps = {
  playMoney: PlayMoney
  /** "icon" where there is no room for the label, which screen readers still announce. */
  shape?: 'icon' | 'label'
}

/** Requests more test coins. Renders nothing where coins have value. */
export function PlayMoneyButton({ playMoney, shape = 'label' }: PlayMoneyButtonProps) {
  const messages = useMessages(CONNECT_MESSAGES)
  const { isOffered, isRunning, request } = playMoney
  if (!isOffered) return null
  const label = isRunning ? messages.gettingPlayMoney : messages.getPlayMoney
  return (
    <button
      type="button"
      className={styles[shape]}
      disabled={isRunning}
      title={shape === 'icon' ? label : undefined}
      onClick={request}
    >
      {isRunning ? <Spinner /> : <Icon name="plus" />}
      {shape === 'label' && label}
    </button>
  )
}
