import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BackupFigures, reportBackups } from './report-backups.ts'

const FIGURES: BackupFigures = { waitingSeconds: 1, waitingBytes: 2, ageSeconds: 3 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startChild() {
  const sent: unknown[] = []
  const send = (message: unknown) => sent.push(message) > 0
  return { sent, service: Object.assign(new EventEmitter(), { connected: true, send }) }
}

test('sends the figures every five seconds until the service ends', async () => {
  const { sent, service } = startChild()
  reportBackups(service, async () => FIGURES)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([
    { kind: 'backups', ...FIGURES },
    { kind: 'backups', ...FIGURES },
  ])
  service.connected = false
  service.emit('exit')
  expect(vi.getTimerCount()).toBe(0)
})

test('reads once at a time, also where BACKUP_DIR does not answer or fails', async () => {
  const { sent, service } = startChild()
  const first = Promise.withResolvers<BackupFigures>()
  const read = vi.fn(() => first.promise)
  reportBackups(service, read)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(read).toHaveBeenCalledTimes(1)
  first.reject(new Error('EIO'))
  read.mockResolvedValue(FIGURES)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([{ kind: 'backups', ...FIGURES }])
})

test('ends with a service that ends during a read', async () => {
  const { sent, service } = startChild()
  const first = Promise.withResolvers<BackupFigures>()
  reportBackups(service, () => first.promise)
  await vi.advanceTimersByTimeAsync(5_000)
  service.connected = false
  service.emit('exit')
  first.resolve(FIGURES)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
