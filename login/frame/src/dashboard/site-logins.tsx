import { socialName } from '@bullring/login-api/social-name'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import { fill } from '@bullring/wire/text/fill'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import type { FrameServices } from '#sdk/frame-services.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import styles from './dashboard.module.css'
import { logInAtSite } from './log-in-at-site.ts'

const QrCode = lazy(async () => ({
  default: (await import('@bullring/wallet-kit/qr-code')).QrCode,
}))

/** A login by another site, or with Farcaster. */
export type Site = SocialProvider | 'farcaster'

type SiteLoginsProps = {
  services: FrameServices
  sites: readonly Site[]
  /** Text of a button; `{site}` is its name. */
  label: string
  onLogin: (login: LoginResponse) => Promise<void>
}

/** One button per site. While one login runs, what to do next, and a button that ends it. */
export function SiteLogins({ services, sites, label, onLogin }: SiteLoginsProps) {
  const { dashboard: texts } = useMessages()
  const { running, isClosed, phoneUrl, action, start, cancel } = useSiteLogin(services, onLogin)
  if (running === null) {
    return (
      <div className={styles['sites']}>
        {sites.map((site) => (
          <button key={site} className={styles['quiet']} type="button" onClick={() => start(site)}>
            {fill(label, { site: socialName(site) })}
          </button>
        ))}
        <ActionProblem action={action} />
      </div>
    )
  }
  const isFarcaster = running === 'farcaster'
  return (
    <div className={styles['sites']}>
      <p role="status">
        {fill(isFarcaster ? texts.onPhone : texts.inWindow, { site: socialName(running) })}
        {isClosed && ` ${texts.windowClosed}`}
      </p>
      {phoneUrl !== undefined && <PhoneQrCode url={phoneUrl} />}
      {phoneUrl !== undefined && (
        <a className={styles['strong']} href={phoneUrl} target="_blank" rel="noreferrer">
          {texts.openFarcaster}
        </a>
      )}
      <button className={styles['quiet']} type="button" onClick={cancel}>
        {texts.cancel}
      </button>
    </div>
  )
}

/** The link of a phone's app, for a page on another device. */
function PhoneQrCode({ url }: { url: string }) {
  const { dashboard: texts } = useMessages()
  if (matchMedia('(pointer: coarse)').matches) return null
  return (
    <>
      <p>{texts.scan}</p>
      <div className={styles['qr']}>
        <Suspense>
          <QrCode value={url} label={texts.qrLabel} />
        </Suspense>
      </div>
    </>
  )
}

/** Runs one login at a time. */
function useSiteLogin(services: FrameServices, onLogin: SiteLoginsProps['onLogin']) {
  const [running, setRunning] = useState<Site | null>(null)
  const [isClosed, setClosed] = useState(false)
  const [phoneUrl, setPhoneUrl] = useState<string>()
  const aborter = useRef<AbortController>(undefined)
  const action = useAction()
  const cancel = () => {
    aborter.current?.abort()
    services.farcasterLogin.drop()
  }
  useEffect(() => () => aborter.current?.abort(), [])

  const start = (site: Site) => {
    const current = new AbortController()
    aborter.current = current
    const { signal } = current
    // Not in a callback: browsers open windows only while a click is handled.
    const login =
      site === 'farcaster'
        ? logInWithFarcaster(services, setPhoneUrl)
        : logInAtSite(services, site, { signal, onClosed: () => setClosed(true) })
    setRunning(site)
    action.run(async () => {
      try {
        const result = await login
        if (result !== undefined) await onLogin(result)
      } catch (error) {
        // The visitor has pressed Cancel.
        if (!signal.aborted) throw error
      } finally {
        setRunning(null)
        setClosed(false)
        setPhoneUrl(undefined)
      }
    })
  }
  return { running, isClosed, phoneUrl, action, start, cancel }
}

async function logInWithFarcaster(
  { farcasterLogin }: FrameServices,
  onUrl: (url: string) => void,
): Promise<LoginResponse | undefined> {
  onUrl(await farcasterLogin.start())
  return await farcasterLogin.wait()
}
