import { maxAmount, presetAmount, sliderPercent } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { typedAmount } from '@bullring/wallet-kit/typed-amount'
import { parseAmount } from '#format/parse-amount.ts'

/** The amount in the bet dialog, as text and as a share of the balance. */
export type BetForm = {
  /** Text of the field: an amount in BNB, or any invalid text as it was typed. */
  text: string
  /** Slider position, 0 to 100. */
  percent: number
}

/** R-BET-3: the form when the dialog opens. */
export const INITIAL_FORM: BetForm = { text: '0', percent: 0 }

const WHOLE_BALANCE = 100

/** Returns the form after `typed` was typed or pasted. */
export function withText(typed: string, balance: Wei): BetForm {
  const text = typedAmount(typed)
  return { text, percent: sliderPercent(parseAmount(text) ?? toWei(0n), balance) }
}

/** Returns a form with the given amount. */
export function withAmount(amount: Wei, balance: Wei): BetForm {
  return {
    text: formatUnits(amount, COIN_DECIMALS),
    percent: sliderPercent(amount, balance),
  }
}

/** Returns the form after a preset button; unchanged at balance 0 (R-BET-7, R-BET-9). */
export function withPreset(form: BetForm, percent: number, balance: Wei): BetForm {
  const amount = presetAmount(balance, percent)
  return amount === null ? form : { text: formatUnits(amount, COIN_DECIMALS), percent }
}

/** Returns the form after Max, which keeps some BNB for fees; unchanged at balance 0 (R-BET-8, R-BET-9). */
export function withMax(form: BetForm, balance: Wei): BetForm {
  const amount = maxAmount(balance)
  return amount === null
    ? form
    : { text: formatUnits(amount, COIN_DECIMALS), percent: WHOLE_BALANCE }
}

/** Returns the form after the slider moved: 0 at its left end, Max at its right end. */
export function withSlider(form: BetForm, percent: number, balance: Wei): BetForm {
  if (percent === 0) return INITIAL_FORM
  return percent >= WHOLE_BALANCE ? withMax(form, balance) : withPreset(form, percent, balance)
}
