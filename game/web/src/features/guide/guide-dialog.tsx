import { payoutRules } from '@bullring/client/market-rules'
import { type Pool, payoutOf, splitPot } from '@bullring/prediction/payout'
import { type BasisPoints, toWei, type Wei } from '@bullring/prediction/units'
import { type ReactNode, useRef } from 'react'
import { type MarketRules, useMarketRules } from '#api/market/market-rules.ts'
import { formatBnb, formatPercent } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import stickyFooter from '#ui/dialog/sticky-footer.module.css'
import styles from './guide-dialog.module.css'
import { GUIDE_MESSAGES, type GuideMessages } from './guide-messages.ts'
import { ClosePicture, LockPicture, PickPicture } from './guide-pictures.tsx'

const BNB = 10n ** 18n

/** Amounts that are easy to follow: the visitor's bet is a quarter of its side. */
const STAKE = toWei(BNB / 10n)
const POOL: Pool = { bullAmount: toWei((4n * BNB) / 10n), bearAmount: toWei((6n * BNB) / 10n) }

type GuideDialogProps = {
  /** The fee of the open round. */
  treasuryFee: BasisPoints
  onClose: () => void
}

/** The guide to the game: three pictures and an example with the market's own numbers. */
export function GuideDialog({ treasuryFee, onClose }: GuideDialogProps) {
  const messages = useMessages(GUIDE_MESSAGES)
  const rules = useMarketRules()
  // Opens by itself: a ring around the close button would be the first thing to see.
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog title={messages.title} initialFocus={body} onClose={onClose}>
      <div ref={body} className={styles['body']} tabIndex={-1}>
        <ol className={styles['steps']}>
          <Step picture={<PickPicture />} title={messages.pick}>
            {messages.pickText}
          </Step>
          <Step picture={<LockPicture />} title={messages.lock}>
            {lockText(rules, messages)}
          </Step>
          <Step picture={<ClosePicture />} title={messages.close}>
            {messages.closeText}
          </Step>
        </ol>
        <Example rules={rules} treasuryFee={treasuryFee} />
        <p className={styles['risk']}>
          {payoutText(rules, messages)} {messages.final} {messages.risk}
        </p>
      </div>
      <div className={classNames(stickyFooter['footer'], styles['footer'])}>
        <Button size="large" onClick={onClose}>
          {messages.start}
        </Button>
      </div>
    </Dialog>
  )
}

type StepProps = { picture: ReactNode; title: string; children: ReactNode }

function Step({ picture, title, children }: StepProps) {
  return (
    <li className={styles['step']}>
      {picture}
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  )
}

function Example({ rules, treasuryFee }: { rules: MarketRules; treasuryFee: BasisPoints }) {
  const messages = useMessages(GUIDE_MESSAGES)
  const { pool, ...example } = guideExample(rules, treasuryFee)
  const language = useLanguage()
  const [stake, payout] = [formatBnb(example.stake), formatBnb(example.payout)]
  const bet = { stake, up: formatBnb(pool.bullAmount), down: formatBnb(pool.bearAmount) }
  const isByOperator = rules.kind === 'pancake-v2'
  return (
    <section className={styles['example']}>
      <h3>{messages.example}</h3>
      <p>{messages.exampleBet(bet)}</p>
      <dl>
        <dt className={styles['up']}>{messages.ifUp}</dt>
        <dd>{messages.ifUpText({ payout, fee: formatPercent(treasuryFee, language) })}</dd>
        <dt className={styles['down']}>{messages.ifDown}</dt>
        <dd>{messages.ifDownText({ stake })}</dd>
        <dt>{isByOperator ? messages.ifSameByOperator : messages.ifSame}</dt>
        <dd>{isByOperator ? messages.ifSameByOperatorText : messages.ifSameText({ stake })}</dd>
      </dl>
    </section>
  )
}

function lockText({ kind, strikeDelay }: MarketRules, messages: GuideMessages): string {
  if (kind === 'pancake-v2') return messages.lockByOperator
  return strikeDelay > 0 ? messages.lockDelayed({ seconds: strikeDelay }) : messages.lockAtZero
}

const HUNDREDTHS = 100

function payoutText({ kind, maxPayoutMultiple }: MarketRules, messages: GuideMessages): string {
  if (kind === 'pancake-v2') return ''
  if (maxPayoutMultiple === 0) return messages.least
  return messages.leastAndMost({ multiple: maxPayoutMultiple / HUNDREDTHS })
}

type GuideExample = {
  stake: Wei
  pool: Pool
  /** Payout of the stake on UP when UP wins, after the fee. */
  payout: Wei
}

/** Returns the worked example under the rules of a market. */
function guideExample(market: MarketRules, treasuryFee: BasisPoints): GuideExample {
  const split = splitPot(POOL, 'bull', payoutRules(market, treasuryFee))
  return { stake: STAKE, pool: POOL, payout: payoutOf(STAKE, split) }
}
