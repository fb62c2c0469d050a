import { startTestRelay, type TestRelay } from '@bullring/relay/testing/start-test-relay'

/** Starts the real relay in this process, with its mailboxes in memory. */
export function startMemoryRelay(): Promise<TestRelay> {
  return startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
}

export const METADATA = {
  name: 'Test',
  description: 'Test',
  url: 'https://app.example',
  icons: [],
}
