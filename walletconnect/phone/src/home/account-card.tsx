import { formatAmount } from '@bullring/approval/text/format-amount'
import { FaucetResponse } from '@bullring/game-api/faucet'
import { Button } from '@bullring/ui/button'
import { requestJson } from '@bullring/wire/http/request-json'
import { useState } from 'react'
import { sentenceOf } from '#ui/sentence-of.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import styles from './account-card.module.css'
import { ChainChoice } from './chain-choice.tsx'
import { CopyAddress } from './copy-address.tsx'
import { type Balance, useBalance } from './use-balance.ts'

/** The account: its balance, address and chain. */
export function AccountCard() {
  const balance = useBalance()
  return (
    <section className={styles['card']} aria-label="Account">
      <ChainChoice />
      <BalanceLine balance={balance} />
      <CopyAddress />
      <PlayMoney onReceived={balance.refresh} />
    </section>
  )
}

/** Longer amounts are smaller on the screen. */
const LONG = 11

/** Four decimals on the screen, all of them for those who need them. */
function BalanceLine({ balance: { amount, isStale } }: { balance: Balance }) {
  const phone = usePhone()
  const { chainId } = usePhoneState()
  const { symbol = '', decimals = 18 } = phone.chain(chainId)?.nativeCurrency ?? {}
  const shown = amount === undefined ? '' : roundedAmount(amount, decimals)
  return (
    <div className={styles['balance']}>
      <p>
        {amount === undefined ? (
          <span className={styles['bone']}>{isStale ? 'Unknown' : 'Loading…'}</span>
        ) : (
          <>
            <strong
              className={shown.length > LONG ? styles['long'] : undefined}
              title={`${formatAmount(amount, decimals)} ${symbol}`}
            >
              {shown}
            </strong>{' '}
            {symbol}
          </>
        )}
      </p>
      <small role="status">{isStale && 'Not up to date: the chain is out of reach.'}</small>
    </div>
  )
}

function roundedAmount(amount: bigint, decimals: number): string {
  const step = 10n ** BigInt(Math.max(0, decimals - 4))
  const [whole = '0', fraction = ''] = formatAmount(amount - (amount % step), decimals).split('.')
  return `${whole}.${fraction.padEnd(4, '0')}`
}

/** The faucet waits for its transaction to be mined. */
const FAUCET_TIMEOUT_MS = 30_000

function PlayMoney({ onReceived }: { onReceived: () => Promise<void> }) {
  const phone = usePhone()
  const { address, chainId } = usePhoneState()
  const [isBusy, setBusy] = useState(false)
  const url = phone.chain(chainId)?.faucetUrl ?? null
  if (url === null) return null
  const get = async () => {
    setBusy(true)
    try {
      const body = { user_address: address }
      const { amount } = await requestJson({
        url,
        body,
        schema: FaucetResponse,
        timeoutMs: FAUCET_TIMEOUT_MS,
      })
      phone.notify('done', `You got ${amount} BNB of play money.`)
      await onReceived()
    } catch (error) {
      phone.notify('problem', sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <Button tone="quiet" isBusy={isBusy} onClick={() => void get()}>
      Get play money
    </Button>
  )
}
