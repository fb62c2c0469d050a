import { type RefObject, useEffect } from 'react'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './row-controls.module.css'
import { ROW_MESSAGES } from './row-messages.ts'
import { measureRow } from './row-place.ts'

type RowControlsProps = {
  row: RefObject<HTMLElement | null>
  isScrolledBack: boolean
  isAtEnd: boolean
}

/** Buttons and keys that scroll the row by whole cards. */
export function RowControls({ row, isScrolledBack, isAtEnd }: RowControlsProps) {
  const messages = useMessages(ROW_MESSAGES)
  useRowKeys(row)
  const turn = (direction: 1 | -1) => {
    if (row.current === null) return
    const { stride, width } = measureRow(row.current)
    scrollBy(row.current, direction * Math.max(Math.floor(width / stride), 1) * stride)
  }
  return (
    <>
      <button
        type="button"
        className={classNames(styles['turn'], styles['older'])}
        aria-label={messages.older}
        disabled={isAtEnd}
        onClick={() => turn(-1)}
      >
        <Icon name="back" />
      </button>
      {isScrolledBack && (
        <>
          <button
            type="button"
            className={classNames(styles['turn'], styles['newer'])}
            aria-label={messages.newer}
            onClick={() => turn(1)}
          >
            <Icon name="forward" />
          </button>
          <button type="button" className={styles['live']} onClick={() => showLive(row.current)}>
            <span className={styles['dot']} aria-hidden="true" />
            {messages.backToLive}
          </button>
        </>
      )}
    </>
  )
}

/** Arrow keys move by a card while the row itself has the focus. */
function useRowKeys(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const move = (event: KeyboardEvent) => {
      if (event.target !== element) return
      const { stride } = measureRow(element)
      const steps: Readonly<Record<string, number>> = {
        ArrowLeft: -stride,
        ArrowRight: stride,
        Home: -element.scrollWidth,
        End: element.scrollWidth,
      }
      const by = steps[event.key]
      if (by === undefined) return
      event.preventDefault()
      scrollBy(element, by)
    }
    element.addEventListener('keydown', move)
    return () => element.removeEventListener('keydown', move)
  }, [row])
}

/** The button disappears: the focus goes to the row. A long way is not animated. */
function showLive(row: HTMLElement | null): void {
  if (row === null) return
  const { distance, width } = measureRow(row)
  if (distance > MAX_ANIMATED_VIEWS * width) row.scrollLeft = 0
  else scrollBy(row, row.scrollWidth)
  row.focus({ preventScroll: true })
}

const MAX_ANIMATED_VIEWS = 6
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

function scrollBy(row: HTMLElement, left: number): void {
  const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth'
  row.scrollBy({ left, behavior })
}
