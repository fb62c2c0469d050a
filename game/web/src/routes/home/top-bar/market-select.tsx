import { useEffect, useRef } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { HOME_MESSAGES } from '../home-messages.ts'
import { openMarket } from '../open-market.ts'
import styles from './market-select.module.css'

/** Set while the page of another market mounts, whose select then takes over the focus. */
let isSwitching = false

/** Switches between markets; nothing where there is only one. */
export function MarketSelect() {
  const { markets } = useAppConfig()
  const symbol = useMarketSymbol()
  const messages = useMessages(HOME_MESSAGES)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (isSwitching) select.current?.focus({ preventScroll: true })
    isSwitching = false
  }, [])
  const symbols = Object.keys(markets)
  if (symbols.length < 2) return null
  const open = (chosen: string) => {
    isSwitching = true
    openMarket(chosen)
  }
  return (
    <label className={styles['select']}>
      <select
        ref={select}
        aria-label={messages.market}
        value={symbol}
        onChange={(event) => open(event.target.value)}
      >
        {symbols.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Icon name="chevron" size={14} />
    </label>
  )
}
