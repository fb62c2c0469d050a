import type { DevicesResponse } from '@bullring/login-api/custody-api/devices'
import { fill } from '@bullring/wire/text/fill'
import { useCallback, useEffect, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { removeDevice } from '#login/remove-device.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import { useAsking } from './action/use-asking.tsx'
import { useInterruption } from './action/use-interruption.tsx'
import styles from './dashboard.module.css'
import { useFreshLogin } from './fresh-login.tsx'
import { toDate } from './to-date.ts'

type Device = DevicesResponse['devices'][number]

type DeviceListProps = {
  services: FrameServices
  session: UsableSession
  /** Called after this device was revoked. */
  onRevokedSelf: () => Promise<void>
}

/** The devices that may use the wallet, and the button that ends it. */
export function DeviceList({ services, session: signedIn, onRevokedSelf }: DeviceListProps) {
  const { dashboard: texts, language } = useMessages()
  const { custody, session } = services
  const [devices, setDevices] = useState<readonly Device[]>([])
  const action = useAction('device')
  const asking = useAsking()
  const loading = useAction()
  const interruption = useInterruption('device', action)
  const login = useFreshLogin(services, signedIn, action)
  // Showing the key opens another session.
  const tokenOf = useCallback(async () => (await session.require()).token, [session])
  const load = useCallback(
    async () => setDevices((await custody.listDevices(await tokenOf())).devices),
    [custody, tokenOf],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; `loading` changes while it runs.
  useEffect(() => loading.run(load), [load])

  const revokeSelf = async (deviceId: string) => {
    await custody.revokeDevice({ deviceId }, await tokenOf())
    await onRevokedSelf()
  }
  const revokeOther = (deviceId: string) =>
    login.run(async () => {
      const { token, wallet } = await session.require()
      const own = { token, walletId: wallet.id, onAsk: asking.start }
      await asking.during(() => removeDevice(services, own, deviceId))
      await load()
    })
  const revoke = ({ id, isCurrent }: Device) =>
    action.run(() => (isCurrent ? revokeSelf(id) : revokeOther(id)))

  return (
    <section className={styles['card']} aria-busy={action.isRunning}>
      <h2>{texts.devices}</h2>
      <p>{texts.devicesDetail}</p>
      <ul className={styles['devices']}>
        {devices.map((device) => (
          <li key={device.id}>
            <span>
              <b>{device.label}</b>
              {device.isCurrent && <em> {texts.thisDevice}</em>}
              <small>{fill(texts.lastUsed, { date: toDate(device.lastSeenAt, language) })}</small>
            </span>
            <button
              className={styles['quiet']}
              type="button"
              aria-label={fill(texts.removeDevice, { device: device.label })}
              onClick={() => revoke(device)}
            >
              {texts.remove}
            </button>
          </li>
        ))}
      </ul>
      {asking.text}
      {interruption}
      {login.form}
      <ActionProblem action={loading} />
      <ActionProblem action={action} />
    </section>
  )
}
