import type { ListPasskeysResponse } from '@bullring/login-api/vault-api/passkeys'
import { fill } from '@bullring/wire/text/fill'
import { useCallback, useEffect, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { canHavePasskeys } from '#passkey/use-passkey.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import { useInterruption } from './action/use-interruption.tsx'
import styles from './dashboard.module.css'
import { useFreshLogin } from './fresh-login.tsx'
import { toDate } from './to-date.ts'

type PasskeysProps = { services: FrameServices; session: UsableSession }

/** Passkeys, without which new devices then cannot open the wallet. */
export function Passkeys({ services, session }: PasskeysProps) {
  const { passkey: texts, dashboard } = useMessages()
  const { user } = session.session
  const walletId = session.wallet.id
  const { listed, loading, action, form, change } = usePasskeys(services, session)
  const interruption = useInterruption('passkey', action)
  const add = () =>
    change(async (actions) =>
      actions.addPasskey(services, walletId, {
        user: user.email ?? user.name ?? session.wallet.evm,
        device: await currentDeviceName(services, dashboard.thisDevice),
      }),
    )
  return (
    <section className={styles['card']} aria-busy={action.isRunning}>
      <h2>{texts.title}</h2>
      <p>{listed?.isRequired ? texts.protected : texts.unprotected}</p>
      {listed && (
        <PasskeyList
          {...listed}
          onConfirm={(id) => change((actions) => actions.confirmPasskey(services, walletId, id))}
          onRemove={(id) => change((actions) => actions.removePasskey(services, walletId, id))}
        />
      )}
      {!canHavePasskeys(location) && <p>{texts.unsupported}</p>}
      {canHavePasskeys(location) && listed && (
        // The risk is accepted once for each protection.
        <AddPasskey
          key={`${listed.isRequired}`}
          isFirst={!listed.isRequired}
          isRunning={action.isRunning}
          onAdd={add}
        />
      )}
      {form}
      {interruption}
      <ActionProblem action={loading} />
      <ActionProblem action={action} />
    </section>
  )
}

type Actions = typeof import('#passkey/protect-wallet.ts')

/** The passkeys of a wallet, and what changes them: after a fresh login where the vault wants one. */
function usePasskeys(services: FrameServices, signedIn: UsableSession) {
  const { vault, custody, session } = services
  const walletId = signedIn.wallet.id
  const [listed, setListed] = useState<ListPasskeysResponse>()
  const action = useAction('passkey')
  const loading = useAction()
  const login = useFreshLogin(services, signedIn, action)
  const load = useCallback(async () => {
    const { receipt } = await custody.readSessionReceipt((await session.require()).token)
    setListed(await vault.listPasskeys({ walletId, receipt }))
  }, [vault, custody, session, walletId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; `loading` changes while it runs.
  useEffect(() => loading.run(load), [load])

  const change = (work: (actions: Actions) => Promise<void>) =>
    action.run(() =>
      login.run(async () => {
        try {
          await work(await import('#passkey/protect-wallet.ts'))
        } finally {
          await load()
        }
      }),
    )
  return { listed, loading, action, form: login.form, change }
}

type AddProps = { isFirst: boolean; isRunning: boolean; onAdd: () => void }

/** Before the first passkey is added, the view explains what losing them means. */
function AddPasskey({ isFirst, isRunning, onAdd }: AddProps) {
  const { passkey: texts } = useMessages()
  const [isAccepted, setAccepted] = useState(false)
  return (
    <>
      {isFirst && (
        <>
          <p className={styles['warning']}>{texts.warning}</p>
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={isAccepted}
              onChange={({ target }) => setAccepted(target.checked)}
            />
            {texts.accept}
          </label>
        </>
      )}
      <button
        className={styles['quiet']}
        type="button"
        disabled={isRunning || (isFirst && !isAccepted)}
        onClick={onAdd}
      >
        {isFirst ? texts.protect : texts.addAnother}
      </button>
    </>
  )
}

type ListProps = ListPasskeysResponse & {
  onConfirm: (credentialId: string) => void
  onRemove: (credentialId: string) => void
}

function PasskeyList({ isRequired, passkeys, onConfirm, onRemove }: ListProps) {
  const { passkey: texts, language } = useMessages()
  if (passkeys.length === 0) return null
  return (
    <ul className={styles['devices']}>
      {passkeys.map(({ credentialId, label, createdAt }) => (
        <li key={credentialId}>
          <span>
            <b>{label}</b>
            {!isRequired && <em> {texts.unfinished}</em>}
            <small>{fill(texts.added, { date: toDate(createdAt, language) })}</small>
          </span>
          <span className={styles['buttons']}>
            {!isRequired && (
              <button
                className={styles['quiet']}
                type="button"
                aria-label={fill(texts.finishOf, { device: label })}
                onClick={() => onConfirm(credentialId)}
              >
                {texts.finish}
              </button>
            )}
            <button
              className={styles['quiet']}
              type="button"
              aria-label={fill(texts.removeOf, { device: label })}
              onClick={() => onRemove(credentialId)}
            >
              {texts.remove}
            </button>
          </span>
        </li>
      ))}
    </ul>
  )
}

async function currentDeviceName(
  { custody, session }: FrameServices,
  unknown: string,
): Promise<string> {
  const { token } = await session.require()
  const { devices } = await custody.listDevices(token)
  return devices.find(({ isCurrent }) => isCurrent)?.label ?? unknown
}
