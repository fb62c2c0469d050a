import type { CallText } from '@bullring/approval/text/call-text'
import { type Coin, coinText } from '@bullring/approval/text/coin'
import { Headline } from '@bullring/approval/views/headline'
import { UnreachableNotice } from '@bullring/approval/views/unreachable-notice'
import { useDetails } from '@bullring/approval/views/use-details'
import { Code, Fact } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import type { ShownApproval } from '#approval/approval-queue.ts'
import type { GrantSubject, SessionSubject } from '#approval/approval-request.ts'
import { RequestPage } from '#approval/request-page.tsx'
import type { FrameMessages } from '#i18n/frame-messages.ts'
import { useMessages } from '#i18n/messages-context.tsx'
import { isSendable, OperationFacts, OperationOutcome } from './operation-outcome.tsx'
import { durationText, endText } from './time-text.ts'

type SessionApprovalProps = { shown: ShownApproval; subject: SessionSubject }

/** Permissions of a key of the site and their end; or their revocation. */
export function SessionApproval({ shown, subject }: SessionApprovalProps) {
  const messages = useMessages()
  const { session: texts } = messages
  const { request } = shown
  const { coin } = request.network
  const [loading, retry] = useDetails(subject)
  const details = loading.state === 'loaded' ? loading.details : undefined
  const isGrant = subject.kind === 'grant'
  return (
    <RequestPage
      shown={shown}
      title={isGrant ? texts.grantTitle : texts.endTitle}
      action="approve"
      isBlocked={!isSendable(details)}
      asked={
        <>
          <Headline
            text={
              isGrant
                ? describeGrant(subject, coin, messages)
                : { title: texts.end, detail: texts.endDetail, tone: 'plain' }
            }
          />
          {details && <OperationOutcome details={details} coin={coin} />}
          {loading.state === 'failed' && <UnreachableNotice onRetry={retry} />}
        </>
      }
    >
      {isGrant && <Notice tone="quiet">{lossText(subject, coin, texts)}</Notice>}
      <OperationFacts request={request} details={details}>
        {isGrant ? (
          <GrantFacts subject={subject} />
        ) : (
          <Fact name={texts.permission}>
            <Code>{subject.id}</Code>
          </Fact>
        )}
      </OperationFacts>
    </RequestPage>
  )
}

/** Puts the limits into words. */
function describeGrant(subject: GrantSubject, coin: Coin, messages: FrameMessages): CallText {
  const { session: texts } = messages
  const { valuePerCall, totalValue, expiresAt } = subject.session
  const time = endText(expiresAt, Date.now(), messages)
  if (!subject.canBet) return { title: fill(texts.collect, { time }), detail: '', tone: 'plain' }
  const limits = { each: coinText(valuePerCall, coin), total: coinText(totalValue, coin), time }
  return {
    title: fill(texts.bet, limits),
    detail: subject.canClaim ? texts.alsoCollect : '',
    tone: 'plain',
  }
}

/** Only bets send coins. */
function lossText(
  { session, canBet }: GrantSubject,
  coin: Coin,
  texts: FrameMessages['session'],
): string {
  return canBet ? fill(texts.loss, { total: coinText(session.totalValue, coin) }) : texts.noLoss
}

function GrantFacts({ subject }: { subject: GrantSubject }) {
  const messages = useMessages()
  const { session: texts, language } = messages
  const { callsPerPeriod, period } = subject.session
  const count = new Intl.NumberFormat(language).format(callsPerPeriod)
  return (
    <>
      <Fact name={texts.markets}>{subject.markets.join(', ')}</Fact>
      <Fact name={texts.rate}>
        {fill(texts.rateText, { count, duration: durationText(period, messages) })}
      </Fact>
    </>
  )
}
