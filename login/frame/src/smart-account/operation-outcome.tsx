import { type Coin, coinText } from '@bullring/approval/text/coin'
import { failureText } from '@bullring/approval/text/failure-text'
import { AccountFacts } from '@bullring/approval/views/account-facts'
import { Fee } from '@bullring/approval/views/fee'
import { Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import type { ReactNode } from 'react'
import type { ApprovalRequest, OperationDetails } from '#approval/approval-request.ts'
import { useMessages } from '#i18n/messages-context.tsx'

/** Fee of the account for an operation. */
function OperationFee({ details, coin }: { details: OperationDetails | undefined; coin: Coin }) {
  const { calls: words } = useMessages()
  if (details === undefined) return <Fee maxFee={undefined} coinPrice={null} coin={coin} />
  const { isSponsored, failure, maxFee } = details.prepared
  // An operation that cannot be sent has no fee.
  if (failure !== null) return '–'
  return isSponsored ? (
    words.sponsored
  ) : (
    <Fee maxFee={maxFee} coinPrice={details.coinPrice} coin={coin} />
  )
}

/** Facts of an operation, with its fee and its account, and a notice if it creates that account. */
export function OperationFacts({
  request,
  details,
  children,
}: {
  request: ApprovalRequest
  details: OperationDetails | undefined
  children?: ReactNode
}) {
  const { transaction: texts, calls: words } = useMessages()
  return (
    <>
      <Facts>
        {children}
        <Fact name={texts.fee}>
          <OperationFee details={details} coin={request.network.coin} />
        </Fact>
        <AccountFacts account={request.account} network={request.network} />
      </Facts>
      {isSendable(details) && !details.prepared.isDeployed && (
        <Notice tone="quiet">{words.creation}</Notice>
      )}
    </>
  )
}

/** Whether the account can pay for an operation that would not fail. */
export function isSendable(details: OperationDetails | undefined): details is OperationDetails {
  return details?.prepared.isFunded === true && details.prepared.failure === null
}

/** Why an operation cannot be sent; nothing when it can. */
export function OperationOutcome({ details, coin }: { details: OperationDetails; coin: Coin }) {
  const { transaction: texts, calls: words } = useMessages()
  const { isFunded, isSponsored, failure, balance } = details.prepared
  if (!isFunded) {
    const text = isSponsored || failure !== null ? words.unfunded : texts.unfunded
    return <Notice tone="warning">{fill(text, { balance: coinText(balance, coin) })}</Notice>
  }
  if (failure === null) return null
  const reason = failureText(failure, texts)
  return <Notice tone="warning">{fill(words.wouldFail, { reason })}</Notice>
}
