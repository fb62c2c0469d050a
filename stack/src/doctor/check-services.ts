import { broken, type Check, type Finding, on } from './finding.ts'
import { requestLocal } from './site/site-request.ts'

/** A service of this machine with its port. */
export type LocalService = { name: string; port: number; unit: string }

/** Checks that services of this machine are ready. */
export function checkServices(services: readonly LocalService[]): Check {
  return {
    capability: 'services',
    run: (signal) => Promise.all(services.map((service) => checkService(service, signal))),
  }
}

async function checkService(
  { name, port, unit }: LocalService,
  signal: AbortSignal,
): Promise<Finding> {
  const capability = `service ${name}`
  const answer = await requestLocal({ port, path: '/readyz' }, signal).catch(() => null)
  if (answer === null)
    return broken(capability, `does not respond at 127.0.0.1:${port}`, `systemctl start ${unit}`)
  if (answer.status !== 200)
    return broken(capability, `is not ready: ${answer.text.slice(0, 200)}`, `journalctl -u ${unit}`)
  return on(capability, 'ready')
}
