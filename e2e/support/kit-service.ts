import { fileURLToPath } from 'node:url'
import { PROJECT_ID } from '@bullring/stack/service-variables'
import { kitPortOf, portOf, worker } from './stack-file.ts'

const fileAt = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The stack's wallet service, as pages reach it: through the game service. */
export const kitService = {
  url: `http://127.0.0.1:${portOf(worker)}/wallet`,
  projectId: PROJECT_ID,
}

/** Variables of a worker's wallet service: it also serves the kit's example page, with things to test with. */
export function kitVariables(index: number): Record<string, string> {
  return {
    WALLET_ALLOWED_ORIGINS: `http://127.0.0.1:${kitPortOf(index)}`,
    WALLET_CATALOGUE_FILE: fileAt('./kit-wallets.json'),
    WALLET_TOKENS_FILE: fileAt('./kit-tokens.json'),
  }
}

/** A call to the service by a program. */
export function askKitService(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(`${kitService.url}${path}`)
  url.searchParams.set('projectId', kitService.projectId)
  return fetch(url, init)
}
