import { useEffect, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { problemText } from '#i18n/problem-text.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { Problem } from './action/problem.tsx'
import { AddEmail } from './add-email.tsx'
import styles from './dashboard.module.css'
import { DeviceList } from './device-list.tsx'
import { ExportKey } from './export-key.tsx'
import { Passkeys } from './passkeys.tsx'
import { SignIn } from './sign-in.tsx'

type Page =
  | { state: 'loading' }
  | { state: 'failed'; problem: string }
  | { state: 'signed-out'; services: FrameServices }
  | { state: 'signed-in'; services: FrameServices; session: UsableSession }

/** The page on which users look after their wallet. */
export function Dashboard({ services }: { services: Promise<FrameServices> }) {
  const messages = useMessages()
  const [page, setPage] = useState<Page>({ state: 'loading' })
  useEffect(() => {
    openPage(services).then(setPage, (error: unknown) =>
      setPage({ state: 'failed', problem: problemText(error, messages) }),
    )
  }, [services, messages])
  useEffect(() => {
    const follow = async () => {
      const { session } = await services
      if (await session.hasChanged()) location.reload()
    }
    const onFocus = () => void follow().catch(() => undefined)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [services])
  return (
    <main className={styles['page']}>
      <h1>{messages.dashboard.title}</h1>
      <StorageNotice page={page} />
      <Content page={page} onChange={setPage} />
    </main>
  )
}

function Content({ page, onChange }: { page: Page; onChange: (page: Page) => void }) {
  const { dashboard: texts } = useMessages()
  switch (page.state) {
    case 'loading':
      return <p role="status">{texts.loading}</p>
    case 'failed':
      return <Problem text={page.problem} />
    case 'signed-out':
      return (
        <SignIn
          services={page.services}
          onSignedIn={(session) => onChange({ ...page, state: 'signed-in', session })}
        />
      )
    case 'signed-in':
      return (
        <Account
          services={page.services}
          session={page.session}
          onSignedOut={() => onChange({ state: 'signed-out', services: page.services })}
        />
      )
  }
}

function StorageNotice({ page }: { page: Page }) {
  const { dashboard: texts } = useMessages()
  if (!('services' in page) || page.services.storage.isPersistent) return null
  return <p role="status">{texts.temporary}</p>
}

type AccountProps = { services: FrameServices; session: UsableSession; onSignedOut: () => void }

function Account({ services, session, onSignedOut }: AccountProps) {
  const { dashboard: texts } = useMessages()
  const { user } = session.session
  const signOut = async () => {
    await services.session.close()
    onSignedOut()
  }
  return (
    <>
      <section className={styles['card']}>
        <AccountName name={user.email ?? user.name ?? texts.account} />
        <p>
          <code>{session.wallet.evm}</code>
        </p>
        <button className={styles['quiet']} type="button" onClick={() => void signOut()}>
          {texts.signOut}
        </button>
      </section>
      {user.provider !== 'email' && <AddEmail services={services} session={session} />}
      <DeviceList services={services} session={session} onRevokedSelf={signOut} />
      <ExportKey services={services} session={session} />
      <Passkeys services={services} session={session} />
    </>
  )
}

/** Long addresses break before the @. */
function AccountName({ name }: { name: string }) {
  const [first, ...rest] = name.split('@')
  return (
    <h2>
      {first}
      {rest.map((part) => (
        <span key={part}>
          <wbr />@{part}
        </span>
      ))}
    </h2>
  )
}

async function openPage(services: Promise<FrameServices>): Promise<Page> {
  const opened = await services
  const session = await opened.session.current()
  return session === undefined
    ? { state: 'signed-out', services: opened }
    : { state: 'signed-in', services: opened, session }
}
