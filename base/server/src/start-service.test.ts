import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { startService } from './start-service.ts'

const log = pino({ level: 'silent' })

/** Starts a service that notes its steps. */
function start(steps: string[], listen = () => Promise.resolve('http://127.0.0.1:1')) {
  return startService(log, ({ signal, url, onStop }) => {
    const note = (step: string) => () => steps.push(step)
    onStop(note('first closed'))
    onStop(note('second closed'))
    signal.addEventListener('abort', note('aborted'))
    return Promise.resolve({
      listen: async () => ({ url: await listen(), close: async () => void note('unlistened')() }),
      run: () => {
        steps.push(`runs at ${url()}`)
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
        return [aborted.then(note('loop ended'))]
      },
      drain: async () => void note('drained')(),
    })
  })
}

describe('startService', () => {
  test('runs its loops once it listens, and stops in the order of use', async () => {
    const steps: string[] = []
    const service = await start(steps)
    expect(service.url).toBe('http://127.0.0.1:1')
    await service.stop()
    expect(steps[0]).toBe('runs at http://127.0.0.1:1')
    expect(steps.slice(1, 3)).toEqual(['drained', 'aborted'])
    expect(steps.slice(3, 5).toSorted()).toEqual(['loop ended', 'unlistened'])
    expect(steps.slice(5)).toEqual(['second closed', 'first closed'])
  })

  test('closes its resources when it cannot listen', async () => {
    const steps: string[] = []
    const starting = start(steps, () => Promise.reject(new Error('in use')))
    await expect(starting).rejects.toThrow('in use')
    expect(steps).toEqual(['drained', 'aborted', 'second closed', 'first closed'])
  })

  test('closes its resources after a loop has failed', async () => {
    let isClosed = false
    const service = await startService(log, ({ onStop }) => {
      onStop(() => {
        isClosed = true
      })
      return Promise.resolve({
        listen: () => Promise.resolve({ url: '', close: () => Promise.resolve() }),
        run: () => [Promise.reject(new Error('lost'))],
      })
    })
    await expect(service.running).rejects.toThrow('lost')
    await service.stop()
    expect(isClosed).toBe(true)
  })
})
