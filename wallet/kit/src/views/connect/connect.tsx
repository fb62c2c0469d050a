import { type ReactNode, useRef } from 'react'
import { methodOrder } from '#core/connect/method-order.ts'
import { isSeparated, shownMethods } from '#core/connect/shown-methods.ts'
import type { ViewData } from '#core/modal/views.ts'
import type { ConnectMethod } from '#core/options.ts'
import { hasInstalledWallet } from '#core/wallets/wallet-list.ts'
import { useWalletList, type WalletList } from '#react/connect/use-wallet-list.ts'
import { useKit, useMessages, useStore } from '#react/kit-context.ts'
import { EmailField } from '#react/login/email-field.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { useInert } from '#ui/use-inert.ts'
import styles from './connect.module.css'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { LegalCheckbox, LegalNotice } from './legal.tsx'
import { SocialRows } from './social-rows.tsx'
import { WalletRows } from './wallet-rows.tsx'

/** Lists the ways to connect (R-CONNECT-1, R-CONNECT-2). */
export function Connect({ data }: { data: ViewData['Connect'] }) {
  const { consent, options } = useKit()
  const list = useWalletList()
  const requiresConsent = options.features.legalCheckbox === true
  const isMissing = useStore(consent, (state) => state.isMissing)
  const gate = useRef<HTMLDivElement>(null)
  useInert(gate, isMissing)
  const order = methodOrder({
    configured: options.features.connectMethodsOrder,
    hasInstalledWallet: hasInstalledWallet(list.input),
  })
  const methods = shownMethods(order, options, list.input.connectors)

  return (
    <>
      <ScrollList>
        {data && <p className={styles['reason']}>{data.reason}</p>}
        {requiresConsent && (
          <LegalCheckbox
            isChecked={!isMissing}
            onChange={(hasAgreed) => consent.setState({ isMissing: !hasAgreed })}
          />
        )}
        <div className={isMissing ? styles['gated'] : styles['open']} ref={gate}>
          {methods.map((method, index) => (
            <Method key={method} method={method} next={methods[index + 1]} list={list} />
          ))}
        </div>
      </ScrollList>
      {!requiresConsent && <LegalNotice />}
    </>
  )
}

type MethodProps = { method: ConnectMethod; next: ConnectMethod | undefined; list: WalletList }

function Method({ method, next, list }: MethodProps) {
  const messages = useMessages('connect', CONNECT_MESSAGES)
  const contents: Readonly<Record<ConnectMethod, ReactNode>> = {
    wallet: <WalletRows list={list} />,
    email: <EmailField />,
    social: <SocialRows />,
  }
  return (
    <>
      {contents[method]}
      {isSeparated(method, next) && <p className={styles['or']}>{messages.or}</p>}
    </>
  )
}
