import { type ReactNode, useId } from 'react'
import { typedAmount } from '#core/account/amount/typed-amount.ts'
import { classNames } from '../class-names.ts'
import text from '../text.module.css'
import styles from './amount-box.module.css'

type AmountBoxProps = {
  label: string
  amount: string
  /** Unit of the amount, beside the input. */
  unit: ReactNode
  /** The line below the input. */
  foot: ReactNode
  /** Id of the line below, when it describes the input. */
  footId?: string
  isLarge?: boolean
  isInvalid: boolean
  isDisabled?: boolean
  onChange: (amount: string) => void
}

/** Input for an amount of a token or currency. */
export function AmountBox(props: AmountBoxProps) {
  const { label, amount, unit, foot, footId, isLarge, isInvalid, isDisabled, onChange } = props
  const id = useId()
  return (
    <div className={classNames(styles['box'], isLarge && styles['large'])}>
      <label className={text['fieldLabel']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['line']}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={amount}
          disabled={isDisabled}
          aria-invalid={isInvalid}
          aria-describedby={footId}
          onChange={(event) => onChange(typedAmount(event.target.value))}
        />
        {unit}
      </div>
      <div className={styles['foot']} id={footId}>
        {foot}
      </div>
    </div>
  )
}
