import { useId } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketReach, useMissingMarkets } from '#api/market/market-reach.ts'
import { useMessages } from '#i18n/language.ts'
import styles from './market-choice.module.css'
import { MARKET_CHOICE_MESSAGES } from './market-choice-messages.ts'

/** Chooses between the market of the page and all; nothing where there is only one. */
export function MarketChoice() {
  const { markets } = useAppConfig()
  const { isOverAll, setOverAll } = useMarketReach()
  const messages = useMessages(MARKET_CHOICE_MESSAGES)
  const missing = useMissingMarkets()
  const name = useId()
  if (Object.keys(markets).length < 2) return null
  return (
    <div className={styles['choice']}>
      <fieldset className={styles['options']}>
        <legend>{messages.markets}</legend>
        {[false, true].map((isAll) => (
          <label key={`${isAll}`} className={styles['option']}>
            <input
              type="radio"
              name={name}
              checked={isOverAll === isAll}
              onChange={() => setOverAll(isAll)}
            />
            {isAll ? messages.all : messages.one}
          </label>
        ))}
      </fieldset>
      {isOverAll && missing.length > 0 && (
        <p className={styles['missing']} role="status">
          {messages.missing({ symbols: missing.join(', ') })}
        </p>
      )}
    </div>
  )
}
