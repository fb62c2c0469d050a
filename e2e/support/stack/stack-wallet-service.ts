import { fileURLToPath } from 'node:url'
import { PROJECT_ID } from '@bullring/stack/service-variables'
import { currentStack, kitPortOf, portOf, type StackName } from './stacks.ts'

const fileAt = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Returns the stack's wallet service as pages reach it: through the game service. */
export function stackWalletService() {
  return { url: `http://127.0.0.1:${portOf(currentStack())}/wallet`, projectId: PROJECT_ID }
}

/** Variables of a stack's wallet service: it also serves the kit's example page, with test data. */
export function walletServiceVariables(stack: StackName): Record<string, string> {
  return {
    WALLET_ALLOWED_ORIGINS: `http://127.0.0.1:${kitPortOf(stack)}`,
    WALLET_CATALOGUE_FILE: fileAt('./test-catalogue.json'),
    WALLET_TOKENS_FILE: fileAt('../wallet/test-tokens.json'),
  }
}

/** Calls the service as a program would, with the project id. */
export function requestWalletService(path: string, init: RequestInit = {}): Promise<Response> {
  const { url: service, projectId } = stackWalletService()
  const url = new URL(`${service}${path}`)
  url.searchParams.set('projectId', projectId)
  return fetch(url, init)
}
