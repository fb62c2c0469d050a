import { expect, test } from 'vitest'
import { createMetrics } from '../metrics/create-metrics.ts'
import { followBackups } from './follow-backups.ts'

test('shows the figures of the parent process, and nothing before them or from other messages', async () => {
  const metrics = createMetrics(Date.now)
  const stop = followBackups(metrics.backups)
  const figures = { kind: 'backups', waitingSeconds: 61.5, waitingBytes: 33_554_432 }
  const send = (message: unknown) => process.emit('message', message, undefined)
  send({ kind: 'doctor', findings: null })
  send({ ...figures, waitingSeconds: 'none', ageSeconds: 1 })
  expect(await metrics.text()).not.toMatch(/^bullring_backup/m)
  send({ ...figures, ageSeconds: 3_600 })
  expect(await metrics.text()).toMatch(/^bullring_backup_waiting_seconds 61.5$/m)
  expect(await metrics.text()).toMatch(/^bullring_backup_waiting_bytes 33554432$/m)
  expect(await metrics.text()).toMatch(/^bullring_backup_age_seconds 3600$/m)
  send({ ...figures, ageSeconds: null })
  expect(await metrics.text()).not.toMatch(/^bullring_backup_age_seconds/m)
  stop()
  send({ ...figures, waitingSeconds: 0, ageSeconds: 1 })
  expect(await metrics.text()).toMatch(/^bullring_backup_waiting_seconds 61.5$/m)
})
