import { fileURLToPath } from 'node:url'
import { PROJECT_ID } from '@bullring/stack/service-variables'
import { kitPortOf, portOf, worker } from './worker-stack.ts'

const fileAt = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The stack's wallet service as pages reach it: through the game service. */
export const stackWalletService = {
  url: `http://127.0.0.1:${portOf(worker)}/wallet`,
  projectId: PROJECT_ID,
}

/** Variables of a worker's wallet service: it also serves the kit's example page, with test data. */
export function walletServiceVariables(index: number): Record<string, string> {
  return {
    WALLET_ALLOWED_ORIGINS: `http://127.0.0.1:${kitPortOf(index)}`,
    WALLET_CATALOGUE_FILE: fileAt('./test-catalogue.json'),
    WALLET_TOKENS_FILE: fileAt('./test-tokens.json'),
  }
}

/** Calls the service as a program would, with the project id. */
export function requestWalletService(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(`${stackWalletService.url}${path}`)
  url.searchParams.set('projectId', stackWalletService.projectId)
  return fetch(url, init)
}
