import { maxAmount, presetAmount, sliderPercent } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { parseAmount } from '#ui/parse-amount.ts'

/** The two inputs of the bet dialog: one amount, seen as a text and as a share of the balance. */
export type BetForm = {
  /** As typed: an amount in BNB, or whatever the visitor wrote. */
  text: string
  /** Slider position, 0 to 100. */
  percent: number
}

/** Spec, section 4: opening the dialog resets the amount to 0 and the slider to 0 %. */
export const OPENED_FORM: BetForm = { text: '0', percent: 0 }

const WHOLE_BALANCE = 100

/** The form after typing `text`. */
export function withText(text: string, balance: Wei): BetForm {
  return { text, percent: sliderPercent(parseAmount(text) ?? toWei(0n), balance) }
}

/** The form with an amount of our own choosing. */
export function withAmount(amount: Wei, balance: Wei): BetForm {
  return {
    text: formatUnits(amount, COIN_DECIMALS),
    percent: sliderPercent(amount, balance),
  }
}

/** The form after a preset button; unchanged when the balance is 0. Spec, section 5. */
export function withPreset(form: BetForm, percent: number, balance: Wei): BetForm {
  const amount = presetAmount(balance, percent)
  return amount === null ? form : { text: formatUnits(amount, COIN_DECIMALS), percent }
}

/** The form after Max, which leaves some coins for fees; unchanged when the balance is 0. */
export function withMax(form: BetForm, balance: Wei): BetForm {
  const amount = maxAmount(balance)
  return amount === null
    ? form
    : { text: formatUnits(amount, COIN_DECIMALS), percent: WHOLE_BALANCE }
}

/** The form after moving the slider: its right end is Max, its left end nothing. */
export function withSlider(form: BetForm, percent: number, balance: Wei): BetForm {
  if (percent === 0) return OPENED_FORM
  return percent >= WHOLE_BALANCE ? withMax(form, balance) : withPreset(form, percent, balance)
}
