import type { ListPasskeysResponse } from '@bullring/wire/embedded/vault-api/passkeys'
import { useCallback, useEffect, useState } from 'react'
import { canHavePasskeys } from '#passkey/use-passkey.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import styles from './dashboard.module.css'
import { useFreshLogin } from './fresh-login.tsx'
import { Problem } from './problem.tsx'
import { toDate } from './to-date.ts'
import { useAction } from './use-action.ts'

type PasskeysProps = { services: FrameServices; session: UsableSession }

/** Passkeys, without which new devices then cannot open the wallet. */
export function Passkeys({ services, session }: PasskeysProps) {
  const { vault } = services
  const { user } = session.session
  const walletId = session.wallet.id
  const [listed, setListed] = useState<ListPasskeysResponse>()
  const action = useAction()
  const login = useFreshLogin(services, user.email)
  const load = useCallback(
    async () => setListed(await vault.listPasskeys({ walletId })),
    [vault, walletId],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; `action` changes while it runs.
  useEffect(() => action.run(load), [load])

  type Actions = typeof import('#passkey/protect-wallet.ts')
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

  return (
    <section className={styles['card']} aria-busy={action.isRunning}>
      <h2>Passkey</h2>
      {listed?.isRequired ? <Protected /> : <Unprotected />}
      {listed && (
        <PasskeyList
          {...listed}
          onConfirm={(id) => change((actions) => actions.confirmPasskey(services, walletId, id))}
          onRemove={(id) => change((actions) => actions.removePasskey(services, walletId, id))}
        />
      )}
      {canHavePasskeys(location) ? (
        listed && (
          <AddPasskey
            isFirst={!listed.isRequired}
            isRunning={action.isRunning}
            onAdd={() =>
              change(async (actions) =>
                actions.addPasskey(services, walletId, {
                  user: user.email ?? user.name ?? session.wallet.evm,
                  device: await currentDeviceName(services),
                }),
              )
            }
          />
        )
      ) : (
        <p>Passkeys need a page with a domain name, and a browser that supports them.</p>
      )}
      {login.form}
      <Problem text={action.problem} />
    </section>
  )
}

function Protected() {
  return (
    <p>
      A new device needs one of these passkeys, besides the link and the code in your mail. Our
      servers alone cannot open your wallet.
    </p>
  )
}

function Unprotected() {
  return (
    <p>
      At present, a link and a code in your mail open the wallet on a new device. Anyone who reads
      your mail, or runs our servers, could open it. With a passkey, that is not enough.
    </p>
  )
}

type AddProps = { isFirst: boolean; isRunning: boolean; onAdd: () => void }

/** What happens when passkeys are lost is said before there is one. */
function AddPasskey({ isFirst, isRunning, onAdd }: AddProps) {
  const [isAccepted, setAccepted] = useState(false)
  return (
    <>
      {isFirst && (
        <>
          <p className={styles['warning']}>
            If you lose all passkeys, no new device can open the wallet, and no one can help. Only
            devices that already have the wallet keep working. Write down your recovery phrase
            first.
          </p>
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={isAccepted}
              onChange={({ target }) => setAccepted(target.checked)}
            />
            I have my recovery phrase, or accept this
          </label>
        </>
      )}
      <button
        className={styles['quiet']}
        type="button"
        disabled={isRunning || (isFirst && !isAccepted)}
        onClick={onAdd}
      >
        {isFirst ? 'Protect with a passkey' : 'Add another passkey'}
      </button>
    </>
  )
}

type ListProps = ListPasskeysResponse & {
  onConfirm: (credentialId: string) => void
  onRemove: (credentialId: string) => void
}

function PasskeyList({ isRequired, passkeys, onConfirm, onRemove }: ListProps) {
  if (passkeys.length === 0) return null
  return (
    <ul className={styles['devices']}>
      {passkeys.map(({ credentialId, label, createdAt }) => (
        <li key={credentialId}>
          <span>
            <b>{label}</b>
            {!isRequired && <em> Setup not finished</em>}
            <small>Added {toDate(createdAt)}</small>
          </span>
          <span className={styles['buttons']}>
            {!isRequired && (
              <button
                className={styles['quiet']}
                type="button"
                onClick={() => onConfirm(credentialId)}
              >
                Check
              </button>
            )}
            <button
              className={styles['quiet']}
              type="button"
              aria-label={`Remove the passkey of ${label}`}
              onClick={() => onRemove(credentialId)}
            >
              Remove
            </button>
          </span>
        </li>
      ))}
    </ul>
  )
}

async function currentDeviceName({ custody, session }: FrameServices): Promise<string> {
  const { token } = await session.require()
  const { devices } = await custody.listDevices(token)
  return devices.find(({ isCurrent }) => isCurrent)?.label ?? 'This device'
}
