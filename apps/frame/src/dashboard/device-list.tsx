import type { DevicesResponse } from '@bullring/wire/embedded/custody-api/devices'
import { useCallback, useEffect, useState } from 'react'
import type { CustodyClient } from '#services/custody-client.ts'
import styles from './dashboard.module.css'
import { Problem } from './problem.tsx'
import { toDate } from './to-date.ts'
import { useAction } from './use-action.ts'

type Device = DevicesResponse['devices'][number]

type DeviceListProps = {
  custody: CustodyClient
  token: string
  /** Called after this device was revoked. */
  onRevokedSelf: () => Promise<void>
}

/** The devices that may use the wallet, and the button that ends it. */
export function DeviceList({ custody, token, onRevokedSelf }: DeviceListProps) {
  const [devices, setDevices] = useState<readonly Device[]>([])
  const action = useAction()
  const load = useCallback(
    async () => setDevices((await custody.listDevices(token)).devices),
    [custody, token],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; `action` changes while it runs.
  useEffect(() => action.run(load), [load])

  const revoke = (device: Device) =>
    action.run(async () => {
      await custody.revokeDevice(device.id, token)
      if (device.isCurrent) await onRevokedSelf()
      else await load()
    })

  return (
    <section className={styles['card']} aria-busy={action.isRunning}>
      <h2>Devices</h2>
      <p>A device you remove is signed out at once and can no longer sign.</p>
      <ul className={styles['devices']}>
        {devices.map((device) => (
          <li key={device.id}>
            <span>
              <b>{device.label}</b>
              {device.isCurrent && <em> This device</em>}
              <small>Last used {toDate(device.lastSeenAt)}</small>
            </span>
            <button
              className={styles['quiet']}
              type="button"
              aria-label={`Remove ${device.label}`}
              onClick={() => revoke(device)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Problem text={action.problem} />
    </section>
  )
}
