import { useState } from 'react'
import { methodOrder } from '#core/connect/method-order.ts'
import { hasInstalledWallet } from '#core/wallets/wallet-list.ts'
import { useKit } from '#react/kit-context.ts'
import { useWalletList } from '#react/use-wallet-list.ts'
import { ScrollList } from '#ui/scroll-list.tsx'
import styles from './connect.module.css'
import { LegalCheckbox, LegalNotice } from './legal.tsx'
import { WalletRows } from './wallet-rows.tsx'

/** Lists the ways to connect (R-CONNECT-1, R-CONNECT-2). */
export function Connect() {
  const { options } = useKit()
  const list = useWalletList()
  const requiresConsent = options.features.legalCheckbox === true
  const [hasAgreed, setAgreed] = useState(false)
  const methods = methodOrder({
    configured: options.features.connectMethodsOrder,
    hasInstalledWallet: hasInstalledWallet(list.input),
  })
  const isGated = requiresConsent && !hasAgreed

  return (
    <>
      <ScrollList>
        {requiresConsent && <LegalCheckbox isChecked={hasAgreed} onChange={setAgreed} />}
        <div className={isGated ? styles['gated'] : styles['open']} inert={isGated}>
          {methods.map((method) =>
            method === 'wallet' && options.enableWallets ? (
              <WalletRows key={method} list={list} />
            ) : null,
          )}
        </div>
      </ScrollList>
      {!requiresConsent && <LegalNotice />}
    </>
  )
}
