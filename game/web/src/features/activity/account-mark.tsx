import type { Address } from 'viem'
import styles from './rail-card.module.css'

const TURN = 360
/** Hex digits of the address that decide the colours. */
const HUE_DIGITS = 4

/** A disc whose colours belong to the account, so that the same player is recognised. Decorative. */
export function AccountMark({ account }: { account: Address }) {
  const digits = account.slice(-HUE_DIGITS)
  const hue = Number.parseInt(digits, 16) % TURN
  const turn = Number.parseInt(account.slice(2, 2 + HUE_DIGITS), 16) % TURN
  const background = `conic-gradient(from ${turn}deg, hsl(${hue} 45% 62%) 50%, hsl(${hue} 40% 42%) 50%)`
  return <span className={styles['mark']} style={{ background }} aria-hidden="true" />
}
